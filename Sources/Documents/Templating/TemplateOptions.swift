/// Options of a compilation.
public struct TemplateOptions: Sendable {
    /// The type of the template's output.
    public var contentType: ContentType
    /// Whether the template is plain Mustache as specified.
    ///
    /// Then there is text escaping only and no places, missing names and partials are empty, and triple mustaches
    /// are not escaped. Only for your own templates over data that you trust.
    public var isTrusting: Bool
    /// Whether a name that the example of the data lacks is empty, as Mustache has it, and listed in
    /// ``Template/warnings``; else it is an error. Of no effect on declared contexts.
    public var warnsOfMissingNames: Bool
    /// The functions it may call.
    public var formatters: FormatterSet
    /// Bounds on what the template may cost.
    public var limits: TemplateLimits

    /// Options with safe defaults: escaping by place, names checked.
    public init(
        contentType: ContentType = .html, isTrusting: Bool = false, warnsOfMissingNames: Bool = false,
        formatters: FormatterSet = .standard, limits: TemplateLimits = .standard
    ) {
        self.contentType = contentType
        self.isTrusting = isTrusting
        self.warnsOfMissingNames = warnsOfMissingNames
        self.formatters = formatters
        self.limits = limits
    }

    /// Whether `{{{…}}}` prints a value of a kind as it is.
    func prints(rawText kind: SlotKind?) -> Bool {
        isTrusting || contentType == .text || kind == .markup && contentType != .csv && contentType != .json
    }
}
