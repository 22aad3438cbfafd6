/// The items that have an entry of their own in the report `insurance`, with all that is recorded of them.
public enum ReportDetail: String, CaseIterable, Sendable {
    /// Every item.
    case full
    /// Items with a photo, a document or high value.
    case evidence
    /// No item.
    case none
}
