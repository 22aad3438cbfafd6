/// Where in the document the compiler stands: what a value printed here would be part of.
struct Place: Hashable, Sendable {
    let contentType: ContentType
    let isTrusting: Bool

    init(_ options: TemplateOptions) {
        contentType = options.contentType
        isTrusting = options.isTrusting
    }

    /// Goes on over literal text.
    mutating func advance(over bytes: ArraySlice<UInt8>) {}

    /// How a value is escaped here.
    func escape() -> Escape {
        switch contentType {
        case .html: .html
        case .xml: isTrusting ? .html : .xmlText
        case .text, .typst: .none
        case .csv: .csvField
        case .json: .jsonValue
        }
    }
}
