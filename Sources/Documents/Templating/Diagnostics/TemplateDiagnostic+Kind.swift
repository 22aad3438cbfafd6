extension TemplateDiagnostic {
    /// The kinds of error, each with an example that causes it and the fix.
    ///
    /// The raw value is a stable code for programs; the wording of messages may change, the codes do not.
    public enum Kind: String, Sendable, CaseIterable, Codable {
        /// A tag is never closed: `Hello {{name`. Write `Hello {{name}}`.
        case unclosedTag = "unclosed-tag"
        /// A tag names nothing: `{{ }}`. Put a name in it, or remove it.
        case emptyTag = "empty-tag"
        /// New delimiters are not two marks: `{{=<%=}}`. Write `{{=<% %>=}}`.
        case badDelimiters = "bad-delimiters"
        /// The content of a tag cannot be read: `{{ money(total }}`. Write `{{ money(total) }}`.
        case badExpression = "bad-expression"
        /// A section is never closed: `{{#items}}…`. Add `{{/items}}`.
        case unclosedSection = "unclosed-section"
        /// A closing tag closes nothing: `…{{/items}}`. Add `{{#items}}` before it, or remove it.
        case unopenedSection = "unopened-section"
        /// Sections cross: `{{#a}}{{#b}}{{/a}}{{/b}}`. Close the inner one first.
        case crossedSection = "crossed-section"
        /// A name the context does not have: `{{serialNo}}`. Write `{{serialNumber}}`.
        case unknownName = "unknown-name"
        /// A partial the library does not have: `{{> heder}}`. Write `{{> header}}`.
        case unknownPartial = "unknown-partial"
        /// A partial that is there and cannot be read. Let the program read it.
        case unreadablePartial = "unreadable-partial"
        /// A formatter the program does not have: `{{ upcase(name) }}`. Write `{{ upper(name) }}`.
        case unknownFormatter = "unknown-formatter"
        /// A formatter with too few or too many arguments: `{{ upper() }}`. Write `{{ upper(name) }}`.
        case wrongArgumentCount = "wrong-argument-count"
        /// A formatter with an argument of a kind it does not take: `{{ upper(items) }}`.
        case wrongArgumentType = "wrong-argument-type"
        /// Something printed that has no text of its own: `{{items}}`. Write `{{#items}}{{name}}{{/items}}`.
        case notPrintable = "not-printable"
        /// A part of something that has no parts: `{{name.length}}`. Write `{{name}}`.
        case noParts = "no-parts"
        /// A list's row used outside a list: `{{@index}}` at the top. Move it inside a section.
        case positionOutsideList = "position-outside-list"
        /// A streamed list in a place that needs the whole list: `{{# sorted(items, "name") }}`.
        case needsWholeList = "needs-whole-list"
        /// A partial that includes itself with nothing to end it: a partial `a` holding `{{> a}}`.
        case endlessRecursion = "endless-recursion"
        /// A partial named by data although the context is declared: `{{> *kind}}`. Name it, or use sections.
        case dynamicName = "dynamic-name"
        /// A value in a place in which no escape makes it safe: `<script>let a = {{name}}</script>`.
        case forbiddenContext = "unsafe-place"
        /// A section, partial or block that ends in another place than it began: `<p {{#a}}>{{/a}}`.
        case contextChanges = "place-changes"
        /// Unescaped output of a value that is not safe markup: `{{{name}}}`. Write `{{name}}`.
        case unsafeMarkup = "unsafe-markup"
        /// Text that is never printed: `{{<page}}text{{/page}}`. Put it in a block.
        case strayText = "stray-text"
        /// A template that is not UTF-8. Save it as UTF-8.
        case notUTF8 = "not-utf-8"
        /// A template past one of its ``TemplateLimits``.
        case limit = "limit"
    }
}
