/// The texts of one label.
struct LabelText {
    /// The item's id; nil for a location.
    var id: String?
    var name: String?
    var assetIdentifier: String?
    var location: String?
    /// Further fields, and the owner's own text.
    var lines: [String] = []
    /// The content of the code.
    var code: String
}
