/// What the names of elements and attributes say about the places inside them (WHATWG HTML, 13.1.2 and 13.2.5).
enum HTMLNames {
    /// How the text inside an element is read.
    enum Content: UInt8, Hashable {
        case markup
        /// Title and textarea: text with character references, no tags.
        case text
        /// Style, iframe, noframes, noembed, xmp: read verbatim up to the closing tag.
        case raw
        case script
        /// Plaintext: nothing after it is markup again.
        case plain
    }

    static func content(of element: String) -> Content {
        switch element {
        case "title", "textarea": .text
        case "style", "iframe", "noframes", "noembed", "xmp": .raw
        case "script": .script
        case "plaintext": .plain
        default: .markup
        }
    }

    /// What an attribute's value is.
    enum Attribute: Hashable {
        case plain
        case url
        /// A URL that brings in code: only one that the program vouches for.
        case codeURL
        case imageSet
        /// The `content` of a `meta` element, which may be a refresh.
        case metaContent
        /// No value is safe here; says what the attribute is.
        case refused(String)
        /// The type of a script, which decides whether it is data.
        case scriptType
    }

    static func attribute(_ name: String, of element: String) -> Attribute {
        if name.hasPrefix("on") { return .refused("a script attribute (\(name))") }
        switch (element, name) {
        case (_, "style"): return .refused("a style attribute")
        case (_, "srcdoc"): return .refused("a srcdoc attribute")
        case ("script", "type"): return .scriptType
        case ("script", "language"), ("link", "rel"), ("link", "as"), ("iframe", "sandbox"), ("object", "type"),
            ("embed", "type"), ("meta", "http-equiv"), ("meta", "charset"):
            return .refused("the \(name) attribute of \(element)")
        case ("animate", _), ("set", _), ("animatetransform", _), ("animatemotion", _):
            switch name {
            case "attributename", "to", "from", "by", "values":
                return .refused("the \(name) attribute of an animation")
            default: return name.hasSuffix("href") ? .url : .plain
            }
        case ("script", "src"), ("script", "href"), ("script", "xlink:href"), ("base", "href"), ("object", "data"),
            ("object", "codebase"), ("object", "classid"), ("embed", "src"):
            return .codeURL
        case ("meta", "content"): return .metaContent
        case (_, "srcset"), (_, "imagesrcset"): return .imageSet
        case (_, "srclang"): return .plain
        default: break
        }
        switch name {
        case "href", "src", "action", "formaction", "cite", "poster", "background", "data", "longdesc", "manifest",
            "ping", "usemap", "profile", "icon", "archive", "codebase", "classid", "lowsrc", "dynsrc", "itemtype",
            "itemid":
            return .url
        default: break
        }
        let isURL = name.hasSuffix(":href") || ["src", "url", "uri"].contains { name.contains($0) }
        return isURL ? .url : .plain
    }

    /// Whether a script of this type is data that no browser runs: JSON of any kind.
    static func isData(scriptType: String) -> Bool {
        let type = scriptType.split(separator: ";").first.map { $0.filter { $0 != " " } } ?? ""
        return type == "application/json" || type.hasSuffix("+json") && type.hasPrefix("application/")
    }
}
