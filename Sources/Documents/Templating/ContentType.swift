/// The type of a template's output. It decides how values are escaped.
public enum ContentType: String, Sendable, Hashable, CaseIterable {
    /// HTML (WHATWG HTML Living Standard). The escape depends on the place of a tag.
    case html
    /// XML 1.0, fifth edition.
    ///
    /// From an element `svg`, `html` or `math` or one of their namespaces on, the rules of ``svg`` hold.
    case xml
    /// SVG and XHTML, the XML that browsers run: like XML, and scripts, style sheets and URLs as in HTML.
    case svg
    /// Plain text: values are written as they are.
    case text
    /// Comma-separated values (RFC 4180). A tag is a whole field.
    case csv
    /// JSON (RFC 8259). A tag is a whole value.
    case json
    /// Typst markup. A tag is inside a string literal.
    case typst
}
