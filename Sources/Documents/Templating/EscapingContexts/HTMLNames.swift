/// The meaning of elements' and attributes' names for the text inside them (WHATWG HTML, 13.1.2 and 13.2.5).
enum HTMLNames {
    /// The way in which the text inside an element is read.
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

    /// The kind of an attribute's value.
    enum Attribute: Hashable {
        case plain
        case url
        /// A URL that brings in code: only one that the program vouches for.
        case codeURL
        case imageSet
        /// The `content` of a `meta` element, which may be a refresh.
        case metaContent
        /// No value is safe here.
        case refused
        /// The type of a script or the relation of a link, which decides what is run.
        case keyword
    }

    /// The attributes that nearly all tags have, which are the same in every element.
    private static let common: [String: Attribute] = {
        var known: [String: Attribute] = [:]
        for name in [
            "alt", "class", "colspan", "datetime", "dir", "height", "id", "lang", "name", "title", "value", "width",
        ] {
            known[name] = .plain
        }
        for name in ["aria-label", "d", "fill", "role", "scope", "stroke", "transform", "viewbox", "x", "y", "xmlns"] {
            known[name] = .plain
        }
        known["style"] = .refused
        return known
    }()

    /// The kind of an attribute's value; both names in lower case.
    static func attribute(_ name: String, of element: String) -> Attribute {
        if let known = common[name] { return known }
        if name.hasPrefix("on") { return .refused }
        switch (element, name) {
        case (_, "srcdoc"): return .refused
        case ("script", "type"), ("link", "rel"): return .keyword
        case ("script", "language"), ("link", "as"), ("template", "shadowrootmode"), ("iframe", "sandbox"),
            ("object", "type"),
            ("embed", "type"), ("meta", "http-equiv"), ("meta", "charset"):
            return .refused
        case ("animate", _), ("set", _), ("animatetransform", _), ("animatemotion", _):
            switch name {
            case "attributename", "to", "from", "by", "values":
                return .refused
            default: return name.hasSuffix("href") ? .url : .plain
            }
        case (_, "xml:base"), ("script", "src"), ("script", "href"), ("script", "xlink:href"), ("base", "href"),
            ("object", "data"),
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
        // Scripts and other programs often put URLs in attributes of their own.
        let words = name.split { "-_:.".contains($0) }
        return words.contains { ["src", "url", "uri", "href"].contains($0) } ? .url : .plain
    }

    /// Relations of a link that bring in nothing that changes the page.
    private static let harmlessRelations: Set<Substring> = [
        "alternate", "amphtml", "apple-touch-icon", "apple-touch-icon-precomposed", "author", "bookmark", "canonical",
        "dns-prefetch", "first", "help", "home", "icon", "last", "license", "mask-icon", "me", "next", "preconnect",
        "prev", "search", "self", "shortcut", "shortlink", "up",
    ]

    /// Whether a link of this relation brings in nothing that changes the page.
    static func isHarmless(relation: String) -> Bool {
        let words = relation.split { $0.isWhitespace }
        return !words.isEmpty && words.allSatisfy(harmlessRelations.contains)
    }

    /// Elements that never hold anything (WHATWG HTML, 13.1.2).
    static func isVoid(_ element: String) -> Bool {
        switch element {
        case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
            "basefont", "bgsound", "frame", "keygen", "param":
            true
        default: false
        }
    }

    /// Elements at which a browser leaves `svg` or `math` (WHATWG HTML, 13.2.6.5).
    static func endsForeign(_ element: String) -> Bool {
        switch element {
        case "b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed", "font",
            "h1", "h2", "h3", "h4", "h5", "h6", "head", "hr", "i", "img", "li", "listing", "menu", "meta", "nobr",
            "ol", "p", "pre", "ruby", "s", "small", "span", "strong", "strike", "sub", "sup", "table", "tt", "u", "ul",
            "var":
            true
        default: false
        }
    }

    /// The name, in messages, of an attribute that takes no value.
    static func description(of name: String, in element: String) -> String {
        if name.hasPrefix("on") { return "a script attribute (\(name))" }
        if name == "style" || name == "srcdoc" { return "a \(name) attribute" }
        return "the \(name) attribute of \(element)"
    }

    /// Whether a script of this type is data that no browser runs: JSON of any kind.
    static func isData(scriptType: String) -> Bool {
        let type = scriptType.split(separator: ";").first.map { $0.filter { $0 != " " } } ?? ""
        return type == "application/json" || type.hasSuffix("+json") && type.hasPrefix("application/")
    }
}
