extension EscapingContext {
    /// How a value of a kind is escaped here, and where the document stands after it.
    ///
    /// - Parameter kind: What the value is; nil where that is known only when rendering.
    mutating func takeValue(_ kind: SlotKind?) throws(UnsafeContextError) -> Escape {
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
        case .typst(let escapingContext):
            guard escapingContext.isInText else {
                throw UnsafeContextError(
                    escapingContext: "Typst markup or code", remedy: "put the value in a string of a call",
                    example: "#text(\"{{name}}\")")
            }
            return .typst
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

    static func jsonError(_ escapingContext: JSONEscapingContext) -> UnsafeContextError {
        if !escapingContext.isInText, !escapingContext.last.contains(.literal) {
            return UnsafeContextError(
                escapingContext: "the same place as another value", remedy: "write a comma between them",
                example: "[{{#rooms}}{{name}}{{^@last}}, {{/@last}}{{/rooms}}]")
        }
        return UnsafeContextError(
            escapingContext: escapingContext.isInText ? "a JSON string" : "the middle of a JSON value",
            remedy: "let the tag stand for the whole value, without quotation marks", example: "{\"name\": {{name}}}")
    }

    static func csvError(_ escapingContext: CSVEscapingContext) -> UnsafeContextError {
        if escapingContext.isSubset(of: [.fieldStart, .afterValue]) {
            return UnsafeContextError(
                escapingContext: "the same CSV field as another value",
                remedy: "write a comma or a line's end between them",
                example: "{{#tags}}{{name}},{{/tags}}")
        }
        return UnsafeContextError(
            escapingContext: escapingContext == .inQuotes ? "quotation marks" : "the middle of a CSV field",
            remedy: "let the tag stand for the whole field, without quotation marks", example: "{{name}},{{value}}")
    }
}

extension XMLEscapingContext {
    mutating func takeValue(_ kind: SlotKind?) throws(UnsafeContextError) -> Escape {
        switch state {
        case .text where code.isEmpty: return .xmlText
        case .text:
            throw UnsafeContextError(
                escapingContext: code == "style" ? "a style sheet" : "a script",
                remedy: "print the value outside of this element",
                example: "<text>{{name}}</text>")
        case .doubleQuoted, .singleQuoted:
            guard !declaresNamespace else {
                throw UnsafeContextError(
                    escapingContext: "a namespace", remedy: "write the namespace out",
                    example: "<list xmlns=\"urn:example:list\">")
            }
            noteValue()
            guard isActive else { return .xmlAttribute }
            let escape = try current.takeValue(kind, &url)
            return escape == .html ? .xmlAttribute : escape
        case .cdata, .cdataBracket, .cdataBrackets:
            throw UnsafeContextError(
                escapingContext: name, remedy: "take away \"<![CDATA[\" and \"]]>\": values are escaped in text")
        default:
            throw UnsafeContextError(
                escapingContext: name, remedy: "put the value in text or in a quoted attribute",
                example: "<name code=\"{{code}}\">{{name}}</name>")
        }
    }
}

extension HTMLEscapingContext {
    mutating func takeValue(_ kind: SlotKind?) throws(UnsafeContextError) -> Escape {
        switch state {
        case .text:
            return .html
        case .doubleQuoted, .singleQuoted:
            return try tag.takeValue(kind, &url)
        case .inside:
            return try takeInside()
        case .tagOpen, .endTagOpen, .tagName:
            throw UnsafeContextError(
                escapingContext: "a tag's name", remedy: "write the tag out, one in a section for each case",
                example: "{{#isBold}}<b>{{name}}</b>{{/isBold}}")
        case .beforeAttribute, .attributeName, .afterAttributeName, .maybeName, .maybeNameAndBlank:
            if valueRanOver {
                throw UnsafeContextError(
                    escapingContext: "an attribute's name",
                    remedy:
                        "close the quotation marks of the attribute before it, whose value holds \"<\" or a line's end")
            }
            throw UnsafeContextError(
                escapingContext: "an attribute's name",
                remedy: "write the attribute out, in a section if it is optional",
                example: "<input{{#isDone}} checked{{/isDone}}>")
        case .beforeValue, .unquoted:
            throw UnsafeContextError(
                escapingContext: "an attribute without quotation marks", remedy: "put the value in quotation marks",
                example: "<p title=\"{{name}}\">")
        case .commentStart, .commentStartDash, .comment, .commentDash, .commentEnd, .commentBang, .bogusComment:
            throw UnsafeContextError(
                escapingContext: "a comment", remedy: "use a template comment, or print the value as text",
                example: "{{! … }}")
        case .declaration:
            throw UnsafeContextError(
                escapingContext: "a declaration", remedy: "write the declaration out", example: "<!DOCTYPE html>")
        }
    }

    private mutating func takeInside() throws(UnsafeContextError) -> Escape {
        switch content {
        case .text where matched == 0:
            return .html
        case .text:
            throw UnsafeContextError(
                escapingContext: "a tag's name", remedy: "write the tag out", example: "<title>{{name}}</title>")
        case .script where isDataBlock && matched == 0:
            guard json.takesValue else { throw EscapingContext.jsonError(json) }
            json.takeValue()
            return .jsonValue
        case .script:
            throw UnsafeContextError(
                escapingContext: "a script", remedy: "put the value in a data block and read it from the script",
                example: "<script type=\"application/json\">{\"name\": {{name}}}</script>")
        case .raw where element == "style":
            throw UnsafeContextError(
                escapingContext: "a style sheet",
                remedy: "choose a class with a section, or set a width or fill attribute",
                example: "<p class=\"{{kind}}\">")
        case .raw, .plain, .markup:
            throw UnsafeContextError(
                escapingContext: "raw text (\(element))", remedy: "print the value outside of this element",
                example: "<p>{{name}}</p>")
        }
    }
}

extension HTMLTag {
    /// How a value is escaped in the quoted attribute being read.
    mutating func takeValue(_ value: SlotKind?, _ url: inout URLEscapingContext) throws(UnsafeContextError) -> Escape {
        switch kind {
        case .plain:
            return .html
        case .metaContent:
            takeMetaValue()
            return .html
        case .keyword where name == "script":
            throw UnsafeContextError(
                escapingContext: "a script's type", remedy: "write the type out",
                example: "<script type=\"application/json\">")
        case .refused, .keyword:
            throw UnsafeContextError(
                escapingContext: HTMLNames.description(of: attribute, in: name),
                remedy: "choose between written-out values with sections, or keep the value in a data- attribute",
                example: "<p data-name=\"{{name}}\">")
        case .codeURL:
            guard value == nil || value == .trustedURL else {
                throw UnsafeContextError(
                    escapingContext: "a URL that brings in code (\(attribute) of \(name))",
                    remedy: name == "link"
                        ? "write rel=\"icon\" or the like before it, write the URL out, or declare the value as a trusted URL"
                        : "write the URL out, or declare the value as a trusted URL",
                    example: name == "link" ? "<link rel=\"stylesheet\" href=\"page.css\">" : "<script src=\"page.js\">"
                )
            }
            try Self.check(url)
            url.takeValue(isTrusted: true)
            return value == nil ? .codeURL : .html
        case .url, .imageSet:
            try Self.check(url)
            let isWhole = url.part == .start
            url.takeValue(isTrusted: value == .trustedURL)
            guard isWhole else {
                return url.area == .host ? .urlHost : url.area == .mailbox ? .urlMailbox : .urlComponent
            }
            return value == .trustedURL ? .html : kind == .imageSet ? .urlInSet : .url
        }
    }

    private static func check(_ url: URLEscapingContext) throws(UnsafeContextError) {
        if url.part == .refused {
            throw UnsafeContextError(
                escapingContext: "a URL with this scheme",
                remedy: "let the URL begin with http:, https:, mailto: or tel:, or with the value as a whole",
                example: "<a href=\"{{link}}\">")
        }
        if url.isInReference {
            throw UnsafeContextError(
                escapingContext: "a character reference of a URL", remedy: "write &amp; for &",
                example: "<a href=\"?a=1&amp;{{name}}=2\">")
        }
    }
}
