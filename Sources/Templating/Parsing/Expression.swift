/// What a tag stands for: a name in the context, a literal, or a formatter's call.
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
