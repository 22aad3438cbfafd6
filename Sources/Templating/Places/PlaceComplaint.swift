/// Why literal text cannot stand where it does.
enum PlaceComplaint: Hashable {
    /// What stands before a colon in a URL holds a value, which could be a scheme.
    case valueAsScheme
    /// A `meta` element with `http-equiv` whose content holds a value.
    case metaRefresh
    case cdata
    /// `<!--` inside a script, after which browsers read the script's end differently.
    case scriptComment
    /// A tag inside `style` or `script` of an SVG, which browsers read as a tag.
    case foreignMarkup
    /// Something directly after a tag that stands for a whole field or value.
    case notWhole(String)
}

/// Why a value cannot be printed where its tag stands.
struct PlaceRefusal: Error {
    let place: String
    let remedy: String
    var example: String?
}
