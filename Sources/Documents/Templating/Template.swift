/// A compiled template: checked whole before any output, rendered repeatedly, by several threads at once.
///
///     let template = try Template(#"<p title="{{name}}">{{name}}</p>"#)
///     let page = try template.render(["name": "Drill"])
public struct Template: Sendable {
    let program: TemplateProgram
    let library: TemplateLibrary
    let options: TemplateOptions
    /// The declared context, or nil for a template that is rendered from data.
    public let context: ContextDeclaration?

    /// Compiles a text.
    ///
    /// - Parameters:
    ///   - source: The template.
    ///   - name: Its name in messages.
    ///   - context: The names it may use, for records; nil for templates rendered from data.
    ///   - library: its partials.
    ///   - options: the output's type and the checks.
    /// - Throws: ``TemplateError`` with every error found.
    public init(
        _ source: String, name: String = "template", context: ContextDeclaration? = nil,
        library: TemplateLibrary = TemplateLibrary(), options: TemplateOptions = TemplateOptions()
    ) throws(TemplateError) {
        try self.init(
            SourceText(name: name, bytes: Array(source.utf8)), context: context, shape: nil, library: library,
            options: options)
    }

    /// Compiles a template of a library.
    ///
    /// - Throws: ``TemplateError`` with every error found; a name that the library does not have or cannot read is one.
    public init(
        named name: String, in library: TemplateLibrary, context: ContextDeclaration? = nil,
        options: TemplateOptions = TemplateOptions()
    ) throws(TemplateError) {
        let bytes: [UInt8]
        do throws(DiagnosticMessage) {
            bytes = try library.bytes(of: name)
        } catch {
            throw TemplateError([SourceText(name: name, bytes: []).diagnostic(error, at: 0..<0)])
        }
        try self.init(
            SourceText(name: name, bytes: bytes), context: context, shape: nil, library: library, options: options)
    }

    /// Compiles a template and checks its names against an example of the data it will be rendered from.
    ///
    /// A trusting template is not checked: it is plain Mustache, in which every name may be missing.
    ///
    /// - Throws: ``TemplateError`` with every error found.
    public init(
        _ source: String, name: String = "template", checkedAgainst data: TemplateValue,
        library: TemplateLibrary = TemplateLibrary(), options: TemplateOptions = TemplateOptions()
    ) throws(TemplateError) {
        var shape: ContextDeclaration?
        if !options.isTrusting, case .object = data { shape = ContextDeclaration(shapeOf: data) }
        try self.init(
            SourceText(name: name, bytes: Array(source.utf8)), context: nil, shape: shape, library: library,
            options: options)
    }

    init(
        _ source: SourceText, context: ContextDeclaration?, shape: ContextDeclaration?, library: TemplateLibrary,
        options: TemplateOptions
    ) throws(TemplateError) {
        var scope = Scope()
        if let context {
            scope.push(.record(ObjectIdentifier(context), frame: 0, isRow: false), context)
        } else if let shape {
            scope.push(.shape(ObjectIdentifier(shape)), shape)
        } else {
            scope.push(.unknown, nil)
        }
        program = try Compiler.compile(source, scope: scope, library: library, options: options)
        self.context = context
        self.library = library
        self.options = options
    }
}

extension Template {
    /// The names that the example of the data lacks, each once and at most 100, in the order of the source.
    ///
    /// Empty unless ``TemplateOptions/warnsOfMissingNames`` is set.
    public var warnings: [TemplateDiagnostic] { program.warnings }

    /// Whether a tag of the template looks at a slot; the others need not be filled.
    public func reads(_ slot: ContextDeclaration.Slot, of declaration: ContextDeclaration) -> Bool {
        program.slotsRead.contains(SlotUse(declaration, slot))
    }

    /// Renders a record of the declared context into a sink.
    ///
    /// - Throws: ``RenderError``, or what the sink or a row source throws.
    public func render(_ record: Record, into sink: inout some ByteSink) throws {
        try TemplateRenderer(self).render(record, into: &sink)
    }

    /// Renders data into a sink.
    ///
    /// - Throws: ``RenderError``, or what the sink, the library or a lambda throws.
    public func render(_ data: TemplateValue, into sink: inout some ByteSink) throws {
        guard context == nil else {
            throw RenderError(kind: .wrongContext, message: "the template was compiled for records, not for data")
        }
        let box = SinkBox(sink)
        defer { sink = box.sink }
        var window = OutputWindow(limit: options.limits.outputSize) { try box.sink.write($0) }
        var renderer = DataRenderer(self, data)
        try renderer.run(program, &window)
        try window.flush()
    }

    /// Renders a record of the declared context to text.
    public func render(_ record: Record) throws -> String {
        var sink = MemorySink()
        try render(record, into: &sink)
        return sink.text
    }

    /// Renders data to text.
    public func render(_ data: TemplateValue) throws -> String {
        var sink = MemorySink()
        try render(data, into: &sink)
        return sink.text
    }
}
