/// Literal text that makes its surroundings unsafe or unclear.
enum LiteralDiagnostic: Hashable {
    /// The part of a URL before a colon contains a value, which could be a scheme.
    case valueAsScheme
    /// A `meta` element with `http-equiv` whose content holds a value.
    case metaRefresh
    case cdata
    /// `<!--` inside a script, after which browsers read the script's end differently.
    case scriptComment
    /// A tag inside `style` or `script` of an SVG, which browsers read as a tag.
    case foreignMarkup
    /// Something directly after a tag that is a whole field or value.
    case notWhole(String)
    /// A quotation mark in CSV at a place that may or may not be the beginning of a field.
    case unclearQuote
    /// A name in a tag after a branch that may have begun another one.
    case unclearName
    /// A closing tag of `noscript` inside something else.
    case hiddenEnd(String)
    /// An element that browsers read in ways that are not followed.
    case unclear(String)
    /// An element whose text browsers read in one way or another inside another element.
    case unclearIn(String, String)
    /// Elements inside `svg` or `math` that are not closed in order.
    case crossed(String, open: String)
    /// Declarations inside an XML document type.
    case internalSubset
    /// A namespace that makes a tag active, after a value in that tag.
    case namespaceAfterValue
}
