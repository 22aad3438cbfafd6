/// The tag that is being read.
struct HTMLTag: Hashable, Sendable {
    /// In lower case.
    var name = ""
    var isEnd = false
    /// Whether it ends in `/>`.
    var isSelfClosing = false
    /// The attribute being read, in lower case.
    var attribute = ""
    /// The kind of value of the attribute that is being read.
    private(set) var kind = HTMLNames.Attribute.plain
    /// The type of a script or the relation of a link, as far as it is written out.
    private var keyword = ""
    private var hasKeyword = false
    /// Whether the keyword is being read; of two, browsers take the first.
    private var readsKeyword = false
    private var metaHasValue = false
    private var metaHasEquivalent = false

    /// Notes an attribute without a value.
    mutating func endName() {
        if !attribute.isEmpty { beginValue() }
        forgetAttribute()
    }

    mutating func beginValue() {
        kind = HTMLNames.attribute(attribute, of: name)
        if attribute == "http-equiv" { metaHasEquivalent = true }
        if kind == .keyword {
            readsKeyword = !hasKeyword
            hasKeyword = true
        }
        if name == "link", kind == .url, !(hasKeyword && HTMLNames.isHarmless(relation: keyword)) { kind = .codeURL }
    }

    mutating func addToKeyword(_ byte: UInt8) {
        if readsKeyword { keyword += HTMLEscapingContext.lowercase(byte) }
    }

    mutating func forgetAttribute() {
        (attribute, kind, readsKeyword) = ("", .plain, false)
    }

    mutating func takeMetaValue() { metaHasValue = true }

    /// Whether it is a refresh whose address holds a value.
    var isRefresh: Bool { metaHasValue && metaHasEquivalent }

    var isDataBlock: Bool { name == "script" && HTMLNames.isData(scriptType: keyword) }

    /// The tag after a branch that may or may not have been taken; nil if the two differ in a way that matters later.
    func joined(with other: HTMLTag) -> HTMLTag? {
        var (one, two) = (self, other)
        let hasValue = metaHasValue || other.metaHasValue
        let hasEquivalent = metaHasEquivalent || other.metaHasEquivalent
        (one.metaHasValue, two.metaHasValue) = (hasValue, hasValue)
        (one.metaHasEquivalent, two.metaHasEquivalent) = (hasEquivalent, hasEquivalent)
        // The next character decides whether a slash counts. Assuming that it does not refuses more templates, never fewer.
        if isSelfClosing != other.isSelfClosing { (one.isSelfClosing, two.isSelfClosing) = (false, false) }
        return one == two ? one : nil
    }
}
