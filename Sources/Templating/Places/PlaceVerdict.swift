extension Place {
    /// How a value of a kind is escaped here, and where the document stands after it.
    ///
    /// - Parameter kind: What the value is; nil where that is known only when rendering.
    mutating func takeValue(_ kind: SlotKind?) throws(PlaceRefusal) -> Escape {
        switch format {
        case .html(var place):
            let escape = try place.takeValue(kind)
            format = .html(place)
            return escape
        case .xml(let place):
            switch place {
            case .text: return .xmlText
            case .doubleQuoted, .singleQuoted: return .xmlAttribute
            case .cdata, .cdataBracket, .cdataBrackets:
                throw PlaceRefusal(
                    place: place.name, remedy: "take away \"<![CDATA[\" and \"]]>\": values are escaped in text")
            default:
                throw PlaceRefusal(
                    place: place.name, remedy: "put the value in text or in a quoted attribute",
                    example: "<name code=\"{{code}}\">{{name}}</name>")
            }
        case .csv(let place):
            guard place == .fieldStart else {
                throw PlaceRefusal(
                    place: place == .inQuotes ? "quotation marks" : "the middle of a CSV field",
                    remedy: "let the tag stand for the whole field, without quotation marks",
                    example: "{{name}},{{value}}")
            }
            format = .csv(.afterValue)
            return .csvField
        case .json(var place):
            guard place.takesValue else { throw Self.jsonRefusal(place) }
            place.isAfterValue = true
            format = .json(place)
            return .jsonValue
        case .typst(let place):
            guard place.isInText, place.isLiteral else {
                throw PlaceRefusal(
                    place: "Typst markup or code", remedy: "put the value in a string",
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
        case .html(let place): place.state == .text
        case .xml(let place): place == .text
        case .text, .trusting: true
        case .csv, .json, .typst: false
        }
    }

    static func jsonRefusal(_ place: JSONPlace) -> PlaceRefusal {
        PlaceRefusal(
            place: place.isInText ? "a JSON string" : "the middle of a JSON value",
            remedy: "let the tag stand for the whole value, without quotation marks", example: "{\"name\": {{name}}}")
    }
}

extension HTMLPlace {
    mutating func takeValue(_ kind: SlotKind?) throws(PlaceRefusal) -> Escape {
        switch state {
        case .text:
            return .html
        case .doubleQuoted, .singleQuoted:
            return try takeAttributeValue(kind)
        case .inside:
            return try takeInside()
        case .tagOpen, .endTagOpen, .tagName:
            throw PlaceRefusal(
                place: "a tag's name", remedy: "write the tag out, one in a section for each case",
                example: "{{#isBold}}<b>{{name}}</b>{{/isBold}}")
        case .beforeAttribute, .attributeName, .afterAttributeName:
            throw PlaceRefusal(
                place: "an attribute's name", remedy: "write the attribute out, in a section if it is optional",
                example: "<input{{#isDone}} checked{{/isDone}}>")
        case .beforeValue, .unquoted:
            throw PlaceRefusal(
                place: "an attribute without quotation marks", remedy: "put the value in quotation marks",
                example: "<p title=\"{{name}}\">")
        case .comment, .commentBang, .bogusComment:
            throw PlaceRefusal(
                place: "a comment", remedy: "use a template comment, or print the value as text", example: "{{! … }}")
        case .declaration:
            throw PlaceRefusal(place: "a declaration", remedy: "write the declaration out", example: "<!DOCTYPE html>")
        }
    }

    private mutating func takeAttributeValue(_ kind: SlotKind?) throws(PlaceRefusal) -> Escape {
        switch attributeKind {
        case .plain:
            return .html
        case .metaContent:
            metaHasValue = true
            return .html
        case .scriptType:
            throw PlaceRefusal(
                place: "a script's type", remedy: "write the type out", example: "<script type=\"application/json\">")
        case .refused:
            throw PlaceRefusal(
                place: HTMLNames.description(of: attribute, in: element),
                remedy: "choose between written-out values with sections, or keep the value in a data- attribute",
                example: "<p data-name=\"{{name}}\">")
        case .codeURL:
            guard let kind else {
                urlHasValue = true
                url = .component
                return .codeURL
            }
            guard kind == .trustedURL else {
                throw PlaceRefusal(
                    place: "a URL that brings in code (\(attribute) of \(element))",
                    remedy: "write the URL out, or declare the value as a trusted URL",
                    example: "<script src=\"page.js\">")
            }
            urlHasValue = true
            url = .component
            return .html
        case .url, .imageSet:
            defer { urlHasValue = true }
            guard url == .start else { return .urlComponent }
            url = .beforeColon
            if kind == .trustedURL {
                url = .component
                return .html
            }
            return attributeKind == .imageSet ? .urlInSet : .url
        }
    }

    private mutating func takeInside() throws(PlaceRefusal) -> Escape {
        switch content {
        case .text where matched == 0:
            return .html
        case .text:
            throw PlaceRefusal(place: "a tag's name", remedy: "write the tag out", example: "<title>{{name}}</title>")
        case .script where isDataBlock && matched == 0:
            guard json.takesValue else { throw Place.jsonRefusal(json) }
            json.isAfterValue = true
            return .jsonValue
        case .script:
            throw PlaceRefusal(
                place: "a script", remedy: "put the value in a data block and read it from the script",
                example: "<script type=\"application/json\">{\"name\": {{name}}}</script>")
        case .raw where element == "style":
            throw PlaceRefusal(
                place: "a style sheet", remedy: "choose a class with a section, or set a width or fill attribute",
                example: "<p class=\"{{kind}}\">")
        case .raw, .plain, .markup:
            throw PlaceRefusal(
                place: "raw text (\(element))", remedy: "print the value outside of this element",
                example: "<p>{{name}}</p>")
        }
    }
}
