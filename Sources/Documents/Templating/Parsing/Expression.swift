/// The content of a tag: a name in the context, a literal, or a formatter's call.
struct Expression: Sendable {
    indirect enum Form: Sendable {
        /// `a.b.c`; the implicit iterator `.` has no parts.
        case name([String])
        /// `@index`, without the sign.
        case position(String)
        case text(String)
        case number(String)
        case call(String, [Expression])
    }

    let form: Form
    let range: Range<Int>
}

extension Expression {
    /// A name, split at its dots.
    static func plain(_ name: String, _ range: Range<Int>) -> Expression {
        guard name.utf8.contains(UInt8(ascii: ".")) else { return Expression(form: .name([name]), range: range) }
        let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return Expression(form: .name(parts.map { String(Substring($0)) }), range: range)
    }
}
