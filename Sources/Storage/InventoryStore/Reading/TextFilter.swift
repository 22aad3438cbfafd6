import Inventory
import JSON

/// The terms of a selection that look for words in any text of an item, or in one text field.
///
/// They are evaluated over the rows that the rest of the query returns: the words are folded as no database folds them,
/// and a column of all texts would make every item half as large again.
struct TextFilter {
    /// The field is nil for a search in all texts.
    private var terms: [(search: TextSearch, field: ItemField?, isWanted: Bool)] = []

    /// Adds a term if it looks for words.
    /// - Returns: false for any other term.
    mutating func add(_ term: Selection.Term) -> Bool {
        var term = term
        var isWanted = true
        while case .not(let inner) = term {
            term = inner
            isWanted.toggle()
        }
        switch term {
        case .text(let words): terms.append((TextSearch(Array(words.utf8)), nil, isWanted))
        case .fieldText(let field, let words): terms.append((TextSearch(Array(words.utf8)), field, isWanted))
        default: return false
        }
        return true
    }

    /// The columns that are searched, for the end of a query's list; none without a term.
    var columns: [String] { terms.isEmpty ? [] : TextFilter.fields.map(\.column.name) }

    private static let fields = ItemField.allCases.filter {
        $0.kind == .text || $0.kind == .tags || $0.kind == .customFields
    }

    /// Whether a row meets all terms.
    /// - Parameter first: the number of the first searched column in the row.
    func accepts(_ row: StoreStatement, first: Int) -> Bool {
        terms.allSatisfy { term in
            let isFound = TextFilter.fields.indices.contains { index in
                guard term.field == nil || term.field == TextFilter.fields[index],
                    let text = row.bytes(first + index), !text.isEmpty
                else { return false }
                guard TextFilter.fields[index].kind != .text else { return term.search.isFound(in: text) }
                var isFound = false
                forEachText(inJSON: text) { isFound = isFound || term.search.isFound(in: $0) }
                return isFound
            }
            return isFound == term.isWanted
        }
    }

    /// Calls the body with every text in a JSON list, or list of lists.
    private func forEachText(
        inJSON json: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        var reader = JSONScanner(json)
        var scratch: [UInt8] = []
        while !reader.isAtEnd {
            if let text = reader.rawText(&scratch) {
                text.withBytes(scratch, body)
            } else if ![UInt8(ascii: "["), UInt8(ascii: ","), UInt8(ascii: "]")].contains(where: { reader.skip($0) }) {
                return
            }
        }
    }
}

/// Looks for words in texts, whatever the case.
private final class TextSearch {
    private let words: [UInt8]
    private var scratch: [UInt8] = []

    init(_ words: [UInt8]) { self.words = words.withUnsafeBufferPointer { CaseFolding.folded($0) } }

    func isFound(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = words.first else { return true }
        if text.contains(where: { $0 >= 0x80 }) {
            scratch.removeAll(keepingCapacity: true)
            CaseFolding.append(text, to: &scratch)
            return scratch.withUnsafeBufferPointer { find(first, in: $0) { $0 } }
        }
        return find(first, in: text, CaseFolding.fold)
    }

    @inline(__always)
    private func find(_ first: UInt8, in text: UnsafeBufferPointer<UInt8>, _ fold: (UInt8) -> UInt8) -> Bool {
        guard text.count >= words.count else { return false }
        return words.withUnsafeBufferPointer { words in
            for start in 0...(text.count - words.count) where fold(text[start]) == first {
                var index = 1
                while index < words.count, fold(text[start + index]) == words[index] { index += 1 }
                if index == words.count { return true }
            }
            return false
        }
    }
}
