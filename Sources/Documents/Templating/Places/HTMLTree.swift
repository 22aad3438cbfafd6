/// What is open around a place, as far as browsers' tree construction (WHATWG HTML, 13.2.6) decides by it whether the
/// text of an element is markup or not.
struct HTMLTree: Hashable, Sendable {
    private enum Space: UInt8, Hashable {
        case html, svg, math
    }

    private struct Element: Hashable {
        let name: String
        /// What the elements inside it are.
        let inner: Space
    }

    /// The elements open since the outermost `svg` or `math`, which have to be closed in order.
    private var elements: [Element] = []
    private(set) var isInNoscript = false
    /// How many bytes of `</noscript` were read.
    var noscriptMatched: UInt8 = 0
    private var isInSelect = false
    private var templates = 0
    /// Whether a `col` stands in a template, after which browsers may leave out all other elements.
    private var hasColumns = false

    /// How deep elements may stand inside a picture.
    private static let deepest = 256

    /// Whether this stands inside `svg` or `math`.
    var isForeign: Bool { !elements.isEmpty }

    /// Notes a start tag; `closedItself` where nothing stands inside it.
    mutating func open(_ name: String, isSelfClosing: Bool) -> (complaint: PlaceComplaint?, closedItself: Bool) {
        switch elements.last?.inner {
        case nil, .html?: openInHTML(name, isSelfClosing)
        case .svg?: openForeign(name, isSelfClosing, .svg)
        case .math?: openForeign(name, isSelfClosing, .math)
        }
    }

    private mutating func openInHTML(
        _ name: String, _ isSelfClosing: Bool
    ) -> (complaint: PlaceComplaint?, closedItself: Bool) {
        let isText = HTMLNames.content(of: name) != .markup
        var complaint: PlaceComplaint?
        switch name {
        case "svg", "math":
            if !isSelfClosing { complaint = push(name, name == "svg" ? .svg : .math) }
            return (isInSelect ? .unclearIn("select", name) : complaint, isSelfClosing)
        case "frameset": complaint = .unclear(name)
        case "noscript": isInNoscript = true
        case "select": isInSelect = true
        case "template":
            if isInSelect { complaint = .unclearIn("select", name) }
            templates += 1
        case "col": hasColumns = templates > 0
        default: break
        }
        if isForeign {
            if ["noscript", "select", "template", "mglyph", "malignmark"].contains(name) || Self.isRaw(name) {
                complaint = .unclearIn("svg or math", name)
            }
            if !HTMLNames.isVoid(name) { complaint = push(name, .html) ?? complaint }
        } else if isText {
            if isInSelect, name != "script" { complaint = .unclearIn("select", name) }
            if hasColumns { complaint = .unclearIn("template with col", name) }
        }
        return (complaint, false)
    }

    private mutating func openForeign(
        _ name: String, _ isSelfClosing: Bool, _ space: Space
    ) -> (complaint: PlaceComplaint?, closedItself: Bool) {
        if HTMLNames.endsForeign(name) || name == "annotation-xml" || name == "noscript" || Self.isRaw(name) {
            return (.unclearIn("svg or math", name), isSelfClosing)
        }
        if isSelfClosing { return (nil, true) }
        let svgPoints: Set = ["foreignobject", "desc", "title"]
        let mathPoints: Set = ["mi", "mo", "mn", "ms", "mtext"]
        let isPoint = (space == .svg ? svgPoints : mathPoints).contains(name)
        return (push(name, isPoint ? .html : space), false)
    }

    private static func isRaw(_ name: String) -> Bool {
        switch HTMLNames.content(of: name) {
        case .plain: true
        case .raw: name != "style"
        case .markup, .text, .script: false
        }
    }

    private mutating func push(_ name: String, _ inner: Space) -> PlaceComplaint? {
        guard elements.count < Self.deepest else { return .unclearIn("svg or math", name) }
        elements.append(Element(name: name, inner: inner))
        return nil
    }

    /// Notes an end tag.
    mutating func close(_ name: String) -> PlaceComplaint? {
        if let last = elements.last {
            guard last.name == name else { return .crossed(name, open: last.name) }
            elements.removeLast()
            return nil
        }
        switch name {
        case "noscript": (isInNoscript, noscriptMatched) = (false, 0)
        case "select": isInSelect = false
        case "template":
            templates = max(0, templates - 1)
            hasColumns = hasColumns && templates > 0
        default: break
        }
        return nil
    }
}
