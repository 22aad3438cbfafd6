/// A place in the document in which no escape makes a value safe.
enum ForbiddenContext: Error, Hashable {
    // HTML
    case tagName
    /// The name of an element whose text is read in a way of its own, such as `title`.
    case elementName
    /// An attribute's name; `afterValue` if the value before it may not have been closed.
    case attributeName(afterValue: Bool)
    case unquotedAttribute
    case comment
    case declaration
    case script
    case styleSheet
    case rawText(element: String)
    case scriptType
    /// An attribute whose values are read as code.
    case attribute(String, element: String)
    /// A URL that loads code, without a trusted URL.
    case codeURL(attribute: String, element: String)
    case urlScheme
    case urlReference
    // XML
    case svgScript
    case svgStyleSheet
    case namespace
    case cdata(String)
    /// Markup other than text and quoted attributes.
    case xmlMarkup(String)
    // Other formats
    case secondJSONValue
    case jsonString
    case insideJSONValue
    /// The name of a member of an object, for a number or a flag.
    case jsonName
    case secondCSVField
    case csvQuotes
    case insideCSVField
    case typstCode
    /// A string that Typst runs as code, or that names a file.
    case typstSource
}
