extension EscapingContext {
    /// Returns the escape for a value, and moves to the context after it.
    ///
    /// - Parameter kind: the value's kind; nil if it is known only when rendering.
    mutating func takeValue(_ kind: SlotKind?) throws(ForbiddenContext) -> Escape {
        switch format {
        case .html(var escapingContext):
            let escape = try escapingContext.takeValue(kind)
            format = .html(escapingContext)
            return escape
        case .xml(var escapingContext):
            let escape = try escapingContext.takeValue(kind)
            format = .xml(escapingContext)
            return escape
        case .csv(let escapingContext):
            guard escapingContext == .fieldStart else { throw Self.csvError(escapingContext) }
            format = .csv(.afterValue)
            return .csvField
        case .json(var escapingContext):
            guard escapingContext.takesValue else { throw Self.jsonError(escapingContext) }
            escapingContext.takeValue()
            format = .json(escapingContext)
            return .jsonValue
        case .typst(var escapingContext):
            let escape = try escapingContext.takeValue(kind)
            format = .typst(escapingContext)
            return escape
        case .text: return .none
        case .trusting(let escape): return escape
        }
    }

    /// Whether safe markup may be printed here as it is.
    var takesMarkup: Bool {
        switch format {
        case .html(let escapingContext): escapingContext.state == .text
        case .xml(let escapingContext): escapingContext.state == .text && escapingContext.code.isEmpty
        case .text, .trusting: true
        case .csv, .json, .typst: false
        }
    }

    static func jsonError(_ escapingContext: JSONEscapingContext) -> ForbiddenContext {
        if !escapingContext.isInText, !escapingContext.last.contains(.literal) {
            return .secondJSONValue
        }
        return escapingContext.isInText ? .jsonString : .insideJSONValue
    }

    static func csvError(_ escapingContext: CSVEscapingContext) -> ForbiddenContext {
        if escapingContext.isSubset(of: [.fieldStart, .afterValue]) {
            return .secondCSVField
        }
        return escapingContext == .inQuotes ? .csvQuotes : .insideCSVField
    }
}

extension XMLEscapingContext {
    mutating func takeValue(_ kind: SlotKind?) throws(ForbiddenContext) -> Escape {
        switch state {
        case .text where code.isEmpty: return .xmlText
        case .text:
            throw code == "style" ? .svgStyleSheet : .svgScript
        case .doubleQuoted, .singleQuoted:
            guard !declaresNamespace else {
                throw .namespace
            }
            noteValue()
            guard isActive else { return .xmlAttribute }
            let escape = try current.takeValue(kind, &url)
            return escape == .html ? .xmlAttribute : escape
        case .cdata, .cdataBracket, .cdataBrackets:
            throw .cdata(name)
        default:
            throw .xmlMarkup(name)
        }
    }
}

extension HTMLEscapingContext {
    mutating func takeValue(_ kind: SlotKind?) throws(ForbiddenContext) -> Escape {
        switch state {
        case .text:
            return .html
        case .doubleQuoted, .singleQuoted:
            return try tag.takeValue(kind, &url)
        case .inside:
            return try takeInside()
        case .tagOpen, .endTagOpen, .tagName:
            throw .tagName
        case .beforeAttribute, .attributeName, .afterAttributeName, .maybeName, .maybeNameAndBlank:
            throw .attributeName(afterValue: valueRanOver)
        case .beforeValue, .unquoted:
            throw .unquotedAttribute
        case .commentStart, .commentStartDash, .comment, .commentDash, .commentEnd, .commentBang, .bogusComment:
            throw .comment
        case .declaration:
            throw .declaration
        }
    }

    private mutating func takeInside() throws(ForbiddenContext) -> Escape {
        switch content {
        case .text where matched == 0:
            return .html
        case .text:
            throw .elementName
        case .script where isDataBlock && matched == 0:
            guard json.takesValue else { throw EscapingContext.jsonError(json) }
            json.takeValue()
            return .jsonValue
        case .script:
            throw .script
        case .raw where element == "style":
            throw .styleSheet
        case .raw, .plain, .markup:
            throw .rawText(element: element)
        }
    }
}

extension HTMLTag {
    /// The escape for a value in the quoted attribute that is being read.
    mutating func takeValue(_ value: SlotKind?, _ url: inout URLEscapingContext) throws(ForbiddenContext) -> Escape {
        switch kind {
        case .plain:
            return .html
        case .metaContent:
            takeMetaValue()
            return .html
        case .keyword where name == "script":
            throw .scriptType
        case .refused, .keyword:
            throw .attribute(attribute, element: name)
        case .codeURL:
            guard value == nil || value == .trustedURL else {
                throw .codeURL(attribute: attribute, element: name)
            }
            try url.check()
            url.takeValue(isTrusted: true)
            return value == nil ? .codeURL : .html
        case .url, .imageSet:
            if let part = try url.takePart(value) { return part }
            return value == .trustedURL ? .html : kind == .imageSet ? .urlInSet : .url
        }
    }
}

extension URLEscapingContext {
    fileprivate func check() throws(ForbiddenContext) {
        if part == .refused { throw .urlScheme }
        if isInReference { throw .urlReference }
    }

    /// Notes a value; returns its escape if it is only a part of the URL.
    fileprivate mutating func takePart(_ value: SlotKind?) throws(ForbiddenContext) -> Escape? {
        try check()
        let isWhole = part == .start
        takeValue(isTrusted: value == .trustedURL)
        return isWhole ? nil : area == .host ? .urlHost : area == .mailbox ? .urlMailbox : .urlComponent
    }
}

extension TypstEscapingContext {
    fileprivate mutating func takeValue(_ kind: SlotKind?) throws(ForbiddenContext) -> Escape {
        guard isInText else { throw .typstCode }
        guard !isRun else { throw .typstSource }
        guard isLink, !leadsToLabel else { return .typst }
        return try url.takePart(kind) ?? (kind == .trustedURL ? .typst : .typstURL)
    }
}
