/// How a template is compiled.
public struct TemplateOptions: Sendable {
    /// What the template writes.
    public var contentType: ContentType
    /// Plain Mustache as specified: text escaping only, no places, missing names and partials empty,
    /// triple mustaches unescaped. Only for templates one has written oneself, over data one trusts.
    public var isTrusting: Bool
    /// Bounds on what the template may cost.
    public var limits: TemplateLimits

    /// Options with safe defaults: escaping by place, names checked.
    public init(contentType: ContentType = .html, isTrusting: Bool = false, limits: TemplateLimits = .standard) {
        self.contentType = contentType
        self.isTrusting = isTrusting
        self.limits = limits
    }
}
