import Files
package import FoundationEssentials
package import Inventory
package import InventoryStore
import Templating

/// Passes bytes on and notes whether U+FFFD is among them, which the escapers write for characters that XML and HTML
/// cannot carry.
struct ReplacementFinder<Output: ByteSink>: ByteSink {
    private static var mark: [UInt8] { [0xEF, 0xBF, 0xBD] }

    private(set) var output: Output
    private(set) var hasFound = false
    /// The last bytes, with which the next piece may complete the character.
    private var end: [UInt8] = []

    init(_ output: Output) { self.output = output }

    mutating func write(_ piece: Span<UInt8>) throws {
        if !hasFound {
            var border = end
            border += piece.extracting(first: 2)
            hasFound =
                ByteSearch.first(Self.mark, in: piece, from: 0) != nil
                || ByteSearch.first(Self.mark, in: border, from: 0) != nil
            end = Array(border.suffix(2))
            if piece.count >= 2 {
                end = []
                end += piece.extracting(last: 2)
            }
        }
        try output.write(piece)
    }
}

/// The places in which a document shows U+FFFD instead of characters that its format cannot carry.
package struct ReplacedCharacters: Equatable, Sendable {
    /// The names of the options that set texts outside the items.
    package private(set) var texts: [String] = []
    /// The items.
    package private(set) var items: [UUID] = []

    package init() {}

    /// Finds the places, in a document of which something was replaced.
    package init(
        in format: ReportFormat, of snapshot: StoreSnapshot, selection: Selection = .current,
        order: ItemOrder = .ownerDefined, settings: InventorySettings, title: String?, labelText: String? = nil
    ) throws {
        func isReplaced(_ text: String) -> Bool { text.unicodeScalars.contains { !format.carries($0) } }
        let found =
            [("title", title), ("label-text", labelText)] + OwnerFact.allCases.map { ($0.optionName, settings[$0]) }
        texts = found.filter { $0.1.map(isReplaced) ?? false }.map(\.0)
        let cursor = try snapshot.items(matching: selection, order: order)
        while try cursor.next() {
            let item = try cursor.item()
            if item.texts.contains(where: isReplaced) { items.append(item.id) }
        }
    }
}

extension ReportFormat {
    /// Whether a document of the format can have a character: XML 1.0, [2]; WHATWG HTML, 13.2.3.5. Workbooks have a way
    /// of their own to write control characters (ECMA-376 part 1, 22.9.2.19).
    fileprivate func carries(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: true
        case 0, 0xFFFE, 0xFFFF: false
        case 0x0C: self != .xml
        case 0x01..<0x20: self == .xlsx
        case 0x7F..<0xA0, 0xFDD0...0xFDEF: self != .html
        case let value: self != .html || value & 0xFFFE != 0xFFFE
        }
    }
}

extension Item {
    /// All texts that documents show.
    fileprivate var texts: [String] {
        var texts = ItemField.allCases.flatMap { field in
            switch self[field] {
            case .text(let text): [text]
            case .tags(let tags): tags
            case .customFields(let fields): fields.flatMap { [$0.name, $0.value] }
            default: [] as [String]
            }
        }
        for photo in photos { texts += [photo.caption, photo.fileName].compactMap(\.self) }
        for document in documents { texts += [document.title, document.number, document.fileName].compactMap(\.self) }
        return texts
    }
}
