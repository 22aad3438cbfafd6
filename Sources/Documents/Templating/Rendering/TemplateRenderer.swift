/// Renders record after record with one template and keeps its memory from one to the next.
///
///     let renderer = TemplateRenderer(row)
///     for item in items {
///         fill(record, item)
///         try renderer.render(record, into: &page)
///     }
///
/// A renderer must not be used by two threads at once.
public final class TemplateRenderer {
    private let template: Template
    private var renderer: RecordRenderer
    private var window: OutputWindow

    /// A renderer for a template that was compiled for a declared context.
    public init(_ template: Template) {
        self.template = template
        renderer = RecordRenderer(template.program, template.options.limits)
        window = OutputWindow(limit: 0) { _ in }
    }

    /// Renders a record of the declared context into a sink.
    ///
    /// - Throws: ``RenderError``, or what the sink or a row source throws.
    public func render(_ record: Record, into sink: inout some ByteSink) throws {
        guard let context = template.context, context === record.declaration else {
            throw RenderError(
                kind: .wrongContext, message: "the template was compiled for another context than this record's")
        }
        let box = SinkBox(sink)
        defer { sink = box.sink }
        window.restart(limit: template.options.limits.outputSize) { try box.sink.write($0) }
        try renderer.run(record, &window)
        try window.flush()
    }
}
