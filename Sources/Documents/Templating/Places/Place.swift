/// Where in the document the compiler stands: what a value printed here would be part of.
struct Place: Hashable, Sendable {
    enum Format: Hashable, Sendable {
        case html(HTMLPlace)
        case xml(XMLPlace)
        case csv(CSVPlace)
        case json(JSONPlace)
        case typst(TypstPlace)
        case text
        /// Plain Mustache: the five characters everywhere, or nothing.
        case trusting(Escape)
    }

    var format: Format

    init(_ options: TemplateOptions) {
        switch options.contentType {
        case .html where options.isTrusting, .xml where options.isTrusting, .svg where options.isTrusting:
            format = .trusting(.html)
        case .html: format = .html(HTMLPlace())
        case .xml: format = .xml(XMLPlace(isActive: false))
        case .svg: format = .xml(XMLPlace(isActive: true))
        case .csv: format = options.isTrusting ? .trusting(.csvField) : .csv(.fieldStart)
        case .json: format = options.isTrusting ? .trusting(.jsonValue) : .json(JSONPlace())
        case .typst: format = options.isTrusting ? .trusting(.typst) : .typst(TypstPlace())
        case .text: format = .text
        }
    }

    /// Text that is escaped later.
    static let plainText = Place(.text)

    /// Goes on over literal text; the first complaint about it, with its offset.
    mutating func advance(over bytes: ArraySlice<UInt8>) -> (complaint: PlaceComplaint, offset: Int)? {
        var first: (complaint: PlaceComplaint, offset: Int)?
        func note(_ complaint: PlaceComplaint?, _ index: Int) {
            if let complaint, first == nil { first = (complaint, index - bytes.startIndex) }
        }
        switch format {
        case .html(var place):
            // Taken out while it changes, so that its text is not copied for each byte.
            format = .text
            for index in bytes.indices { note(place.advance(over: bytes[index]), index) }
            format = .html(place)
        case .xml(var place):
            for index in bytes.indices { note(place.advance(over: bytes[index]), index) }
            format = .xml(place)
        case .csv(var place):
            for index in bytes.indices { note(place.advance(over: bytes[index]), index) }
            format = .csv(place)
        case .json(var place):
            for index in bytes.indices { note(place.advance(over: bytes[index]), index) }
            format = .json(place)
        case .typst(var place):
            for byte in bytes { place.advance(over: byte) }
            format = .typst(place)
        case .text, .trusting:
            break
        }
        return first
    }

    /// Whether a browser would drop a line feed printed first here.
    var dropsLineFeed: Bool {
        if case .html(let place) = format { place.dropsLineFeed } else { false }
    }

    /// Whether the document may end here.
    var isEnd: Bool {
        switch format {
        case .html(let place): place.state == .text || place.state == .inside && place.content == .plain
        case .xml(let place): place.state == .text
        case .csv(let place): place != .inQuotes
        case .json(let place): !place.isInText
        case .typst(let place): place.isEnd
        case .text, .trusting: true
        }
    }

    init(_ format: Format) {
        self.format = format
    }
}
