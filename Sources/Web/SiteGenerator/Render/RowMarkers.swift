import Files
import FoundationEssentials
import Reports

/// How the row of one item is found again in a published list, so that it can be put anew without the others.
///
/// A row begins with `<tr id="` and the item's key; values are escaped, so that nothing an owner wrote looks like it.
/// Rows end where the next begins or where the table's body ends. Own templates may do otherwise; their lists are
/// then put together from all their rows.
enum RowMarkers {
    private static let start = Array("<tr id=\"".utf8)
    private static let end = Array("</tbody>".utf8)

    /// Whether a rendered row is marked so.
    static func isMarked(_ row: [UInt8], id: UUID) -> Bool {
        row.starts(with: start + RowMarkers.key(id)) && ByteSearch.first(start, in: row, from: 1) == nil
            && ByteSearch.first(end, in: row, from: 0) == nil
    }

    /// The bytes of a page that are its rows.
    static func rows(in page: [UInt8]) -> Range<Int>? {
        guard let first = ByteSearch.first(start, in: page, from: 0),
            let last = ByteSearch.first(end, in: page, from: first)
        else { return nil }
        return first..<last
    }

    /// The bytes of one item's row.
    static func row(of id: UUID, in page: [UInt8]) -> Range<Int>? {
        guard let first = ByteSearch.first(start + key(id), in: page, from: 0),
            let end = ByteSearch.first(end, in: page, from: first)
        else { return nil }
        let next = ByteSearch.first(start, in: page, from: first + start.count)
        return first..<min(next ?? end, end)
    }

    private static func key(_ id: UUID) -> [UInt8] { Array(PageName.text(id).utf8) + [UInt8(ascii: "\"")] }
}
