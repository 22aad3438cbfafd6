/// The open elements around a place, as far as browsers' tree construction (WHATWG HTML, 13.2.6) uses them to decide
/// whether the text of an element is markup.
struct HTMLTree: Hashable, Sendable {
    private enum Space: UInt8, Hashable {
        case html, svg, math
    }

    private struct Element: Hashable {
        let name: String
        /// The space of the elements inside it.
        let inner: Space
    }

    /// The elements open since the outermost `svg` or `math`, which have to be closed in order.
    private var elements: [Element] = []
    private(set) var isInNoscript = false
    /// Number of bytes of `</noscript` read.
    var noscriptMatched: UInt8 = 0
    private var isInSelect = false
    private var templates = 0
    /// Whether a template contains a `col`, after which browsers may omit all other elements.
    private var hasColumns = false

    /// Maximum depth of elements inside a picture.
    private static let deepest = 256

    /// Whether this place is inside `svg` or `math`.
    var isForeign: Bool { !elements.isEmpty }

    /// Records a start tag; `closedItself` if it is self-closing.
    mutating func open(_ name: String, isSelfClosing: Bool) -> (
        literalDiagnostic: LiteralDiagnostic?, closedItself: Bool
    ) {
        switch elements.last?.inner {
        case nil, .html?: openInHTML(name, isSelfClosing)
        case .svg?: openForeign(name, isSelfClosing: isSelfClosing, in: .svg)
        case .math?: openForeign(name, isSelfClosing: isSelfClosing, in: .math)
        }
    }

    private mutating func openInHTML(
        _ name: String, _ isSelfClosing: Bool
    ) -> (literalDiagnostic: LiteralDiagnostic?, closedItself: Bool) {
        let isText = HTMLNames.content(of: name) != .markup
        var literalDiagnostic: LiteralDiagnostic?
        switch name {
        case "svg", "math":
            if !isSelfClosing { literalDiagnostic = push(name, name == "svg" ? .svg : .math) }
            return (isInSelect ? .unclearIn("select", name) : literalDiagnostic, isSelfClosing)
        case "frameset": literalDiagnostic = .unclear(name)
        case "noscript": isInNoscript = true
        case "select": isInSelect = true
        case "template":
            if isInSelect { literalDiagnostic = .unclearIn("select", name) }
            templates += 1
        case "col": hasColumns = templates > 0
        default: break
        }
        if isForeign {
            if ["noscript", "select", "template", "mglyph", "malignmark"].contains(name) || Self.isRaw(name) {
                literalDiagnostic = .unclearIn("svg or math", name)
            }
            if !HTMLNames.isVoid(name) { literalDiagnostic = push(name, .html) ?? literalDiagnostic }
        } else if isText {
            if isInSelect, name != "script" { literalDiagnostic = .unclearIn("select", name) }
            if hasColumns { literalDiagnostic = .unclearIn("template with col", name) }
        }
        return (literalDiagnostic, false)
    }

    private mutating func openForeign(
        _ name: String, isSelfClosing: Bool, in space: Space
    ) -> (literalDiagnostic: LiteralDiagnostic?, closedItself: Bool) {
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

    private mutating func push(_ name: String, _ inner: Space) -> LiteralDiagnostic? {
        guard elements.count < Self.deepest else { return .unclearIn("svg or math", name) }
        elements.append(Element(name: name, inner: inner))
        return nil
    }

    /// Notes an end tag.
    mutating func close(_ name: String) -> LiteralDiagnostic? {
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
