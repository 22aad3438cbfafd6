public import Inventory

/// The next thing in a file that is read.
public enum ImportEntry: Sendable {
    /// An item that keeps every rule.
    case item(IncomingItem)
    /// A row that breaks a rule.
    case rejected(RejectedRow)
}

/// Reads the items of one format.
protocol ItemEntrySource: AnyObject {
    func next() throws(InventoryFileError) -> ImportEntry?
    var rejectsHeader: [UInt8] { get }
    var bytesRead: Int64 { get }
    var totalBytes: Int64? { get }
}
