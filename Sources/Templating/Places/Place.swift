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
        case .html where options.isTrusting, .xml where options.isTrusting: format = .trusting(.html)
        case .html: format = .html(HTMLPlace())
        case .xml: format = .xml(.text)
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
            for byte in bytes { place.advance(over: byte) }
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
        case .xml(let place): place == .text
        case .csv(let place): place != .inQuotes
        case .json(let place): !place.isInText
        case .typst(let place): !place.isInText || !place.isLiteral
        case .text, .trusting: true
        }
    }

    /// The place after a branch that may or may not have been taken; nil where the two cannot be told apart later.
    func joined(with other: Place) -> Place? {
        if self == other { return self }
        switch (format, other.format) {
        case (.html(var one), .html(var two)):
            guard let url = one.url.joined(two.url) else { return nil }
            let hasValue = one.urlHasValue || two.urlHasValue
            (one.url, two.url) = (url, url)
            (one.urlHasValue, two.urlHasValue) = (hasValue, hasValue)
            let metaHasValue = one.metaHasValue || two.metaHasValue
            (one.metaHasValue, two.metaHasValue) = (metaHasValue, metaHasValue)
            let metaHasEquivalent = one.metaHasEquivalent || two.metaHasEquivalent
            (one.metaHasEquivalent, two.metaHasEquivalent) = (metaHasEquivalent, metaHasEquivalent)
            if one.dropsLineFeed != two.dropsLineFeed { (one.dropsLineFeed, two.dropsLineFeed) = (false, false) }
            one.json.join(&two.json)
            return one == two ? Place(.html(one)) : nil
        case (.csv(let one), .csv(let two)):
            let both: Set = [one, two]
            // Most often the other branch prints what this one does not.
            return both == [.fieldStart, .afterValue] ? Place(.csv(.fieldStart)) : nil
        case (.json(var one), .json(var two)):
            one.join(&two)
            return one == two ? Place(.json(one)) : nil
        case (.typst(var one), .typst(let two)):
            one.last = two.last
            return one == two && !one.isInText ? Place(.typst(one)) : nil
        default:
            return nil
        }
    }

    private init(_ format: Format) {
        self.format = format
    }
}

extension JSONPlace {
    fileprivate mutating func join(_ other: inout JSONPlace) {
        // Most often the branch is a comma, or the other branch prints what this one does not.
        let isAfterValue = isAfterValue && other.isAfterValue
        let isInWord = isInWord && other.isInWord
        guard !isInText, !other.isInText else { return }
        (self.isAfterValue, other.isAfterValue) = (isAfterValue, isAfterValue)
        (self.isInWord, other.isInWord) = (isInWord, isInWord)
    }
}
