import CSQLite
import Database
import Inventory
import JSON
import SQLiteDriver

/// The functions on texts that queries use and SQLite does not have.
enum TextFunctions {
    static func register(in database: SQLiteConnection) throws(DatabaseError) {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
        try database.check(
            sqlite3_create_function_v2(
                database.handle, "hp_contains", -1, flags, nil,
                { context, count, values in
                    guard let context, let values, count > 0 else { return }
                    TextFunctions.contains(context, UnsafeBufferPointer(start: values, count: Int(count)))
                }, nil, nil, nil))
        try database.check(
            sqlite3_create_function_v2(
                database.handle, "hp_path", 2, flags, nil,
                { context, _, values in
                    guard let context, let values else { return }
                    let isInside = PathNames.path(
                        TextFunctions.bytes(values[1]), beginsWith: TextFunctions.bytes(values[0]))
                    sqlite3_result_int(context, isInside ? 1 : 0)
                }, nil, nil, nil))
        try database.check(
            sqlite3_create_function_v2(
                database.handle, "hp_tag", 2, flags, nil,
                { context, _, values in
                    guard let context, let values else { return }
                    let wanted = TextFunctions.bytes(values[0])
                    var found = false
                    TextFunctions.forEachText(inJSON: TextFunctions.bytes(values[1])) {
                        found = found || $0.elementsEqual(wanted)
                    }
                    sqlite3_result_int(context, found ? 1 : 0)
                }, nil, nil, nil))
        try database.check(
            sqlite3_create_collation_v2(
                database.handle, "hp_order", SQLITE_UTF8, nil,
                { _, count, first, otherCount, second in
                    CaseFolding.compare(
                        UnsafeBufferPointer(start: first?.assumingMemoryBound(to: UInt8.self), count: Int(count)),
                        UnsafeBufferPointer(start: second?.assumingMemoryBound(to: UInt8.self), count: Int(otherCount))
                    )
                }, nil))
    }

    private static func bytes(_ value: OpaquePointer?) -> UnsafeBufferPointer<UInt8> {
        guard let value, let start = sqlite3_value_text(value) else {
            return UnsafeBufferPointer(start: nil, count: 0)
        }
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    }

    /// Whether one of the texts contains the words in the first; lists are looked through text by text.
    private static func contains(_ context: OpaquePointer, _ values: UnsafeBufferPointer<OpaquePointer?>) {
        let search: TextSearch
        if let known = sqlite3_get_auxdata(context, 0) {
            search = Unmanaged<TextSearch>.fromOpaque(known).takeUnretainedValue()
        } else {
            search = TextSearch(bytes(values[0]))
            sqlite3_set_auxdata(context, 0, Unmanaged.passRetained(search).toOpaque()) { pointer in
                guard let pointer else { return }
                Unmanaged<TextSearch>.fromOpaque(pointer).release()
            }
        }
        var found = false
        for (index, value) in values.enumerated().dropFirst() where !found {
            let text = bytes(value)
            guard text.count > 0 else { continue }
            if TextFunctions.lists.contains(index - 1) {
                forEachText(inJSON: text) { found = found || search.isFound(in: $0) }
            } else {
                found = search.isFound(in: text)
            }
        }
        sqlite3_result_int(context, found ? 1 : 0)
    }

    /// The fields that `hp_contains` looks through, in the order of its arguments.
    static let searched = ItemField.allCases.filter { $0.kind == .text || $0.kind == .tags || $0.kind == .customFields }
    private static let lists = Set(searched.indices.filter { searched[$0].kind != .text })

    /// Calls the body with every text in a JSON list, or list of lists.
    private static func forEachText(
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

    init(_ words: UnsafeBufferPointer<UInt8>) { self.words = CaseFolding.folded(words) }

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

/// The names of a location's path, as ``Selection/pathNames(_:)`` has them, over UTF-8.
enum PathNames {
    /// Whether the path begins with the names of another.
    static func path(_ path: UnsafeBufferPointer<UInt8>, beginsWith prefix: UnsafeBufferPointer<UInt8>) -> Bool {
        var rest = path[...]
        var names = prefix[...]
        while let name = next(&names) {
            guard let other = next(&rest), other.elementsEqual(name) else { return false }
        }
        return true
    }

    private typealias Slice = Swift.Slice<UnsafeBufferPointer<UInt8>>

    private static func next(_ path: inout Slice) -> Slice? {
        while !path.isEmpty {
            let end = path.firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
            var name = path[..<end]
            path = end < path.endIndex ? path[(end + 1)...] : path[end...]
            while let byte = name.first, isSpace(byte) { name.removeFirst() }
            while let byte = name.last, isSpace(byte) { name.removeLast() }
            if !name.isEmpty { return name }
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
