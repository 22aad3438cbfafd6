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
        do {
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

/// The partials and parents that templates can name.
public struct TemplateLibrary: Sendable {
    /// The names of all templates, for suggestions; may be empty if they cannot be listed.
    public let names: [String]
    private let load: @Sendable (String) throws -> [UInt8]?

    /// A library of texts by name.
    public init(_ templates: [String: String] = [:]) {
        names = templates.keys.sorted()
        load = { name in templates[name].map { Array($0.utf8) } }
    }

    /// A library whose texts are loaded when a template names them.
    /// - Parameter load: returns nil if no template has that name, and throws if it is there and cannot be read.
    public init(names: [String], load: @escaping @Sendable (_ name: String) throws -> [UInt8]?) {
        self.names = names
        self.load = load
    }

    /// The bytes of a template, or nil if none has that name.
    /// - Throws: the error of `load`.
    public func source(named name: String) throws -> [UInt8]? {
        try load(name)
    }

    /// The bytes of a template that a tag or a call names.
    /// - Throws: `unknownPartial` or `unreadablePartial`.
    func bytes(of name: String) throws(DiagnosticMessage) -> [UInt8] {
        do {
            if let bytes = try load(name) { return bytes }
        } catch {
            throw .unreadablePartial(name, error)
        }
        throw .unknownPartial(name, among: names)
    }
}

/// Bounds that keep an untrusted template from hanging or exhausting the program.
public struct TemplateLimits: Sendable, Hashable {
    /// The largest template or partial, in bytes.
    public var templateSize: Int
    /// Maximum depth of sections, blocks and parents in one template.
    public var nesting: Int
    /// Maximum depth of sections, partials and blocks, across all partials.
    ///
    /// Compiling takes up to 4 KiB of the thread's stack for a level, 14 KiB in a debug build.
    public var depth: Int
    /// Maximum depth of partials inside partials, recursion included.
    public var partialDepth: Int
    /// The most instructions a template with all its partials may compile to.
    public var instructions: Int
    /// The most bytes of literal text a template with all its partials may compile to.
    public var literalBytes: Int
    /// Maximum compiling work. A tag, a text or four bytes of source count as one.
    ///
    /// Two million are about a second.
    public var compilingSteps: Int
    /// The largest output of one rendering, in bytes.
    public var outputSize: Int
    /// Maximum work of one rendering. An instruction, a looked-up name or a byte of a call counts as one.
    ///
    /// Ten million are about a second.
    public var steps: Int

    /// Bounds fit for templates of one's own: 1 MiB of template, 100 levels, no bound on output.
    ///
    /// The deepest of them needs a thread with 1 MiB of stack, or 4 MiB in a debug build.
    public static let standard = TemplateLimits(
        templateSize: 1 << 20, nesting: 100, depth: 200, partialDepth: 100, instructions: 1 << 18,
        literalBytes: 1 << 24, compilingSteps: .max, outputSize: .max, steps: .max)

    /// Bounds fit for templates of strangers: 256 KiB of template, 32 levels, 16 MiB of output, about a
    /// second of compiling and another of rendering.
    ///
    /// The deepest of them fits the 512 KiB of a secondary thread of Apple's systems, or 1.5 MiB in a debug build.
    public static let untrusted = TemplateLimits(
        templateSize: 1 << 18, nesting: 32, depth: 100, partialDepth: 32, instructions: 1 << 16, literalBytes: 1 << 22,
        compilingSteps: 1 << 21, outputSize: 1 << 24, steps: 1 << 23)
}

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

/// The type of a template's output. It decides how values are escaped.
public enum ContentType: String, Sendable, Hashable, CaseIterable {
    /// HTML (WHATWG HTML Living Standard). The escape depends on the place of a tag.
    case html
    /// XML 1.0, fifth edition.
    ///
    /// From an element `svg`, `html` or `math` or one of their namespaces on, the rules of ``svg`` hold.
    case xml
    /// SVG and XHTML, the XML that browsers run: like XML, and scripts, style sheets and URLs as in HTML.
    case svg
    /// Plain text: values are written as they are.
    case text
    /// Comma-separated values (RFC 4180). A tag is a whole field.
    case csv
    /// JSON (RFC 8259). A tag is a whole value.
    case json
    /// Typst markup. A tag is inside a string literal.
    case typst
}
