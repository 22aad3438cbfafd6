extension Compiler {
    /// Compiles a template that became known while rendering, for the context of its tag.
    /// - Parameters:
    ///   - bytes: the template.
    ///   - name: its name in diagnostics.
    ///   - isText: true if a lambda returned it, false if it is from the library.
    static func compileDynamic(
        _ bytes: [UInt8], named name: String, _ tag: DynamicTag, escapingContext: EscapingContext,
        delimiters: Delimiters, isText: Bool, library: TemplateLibrary, options: TemplateOptions
    ) throws(TemplateError) -> TemplateProgram {
        var compiler = Compiler(library: library, options: options, escapingContext: escapingContext)
        let tree = ParsedTemplate(SourceText(name: name, bytes: bytes), options: options, delimiters: delimiters)
        compiler.report(tree.diagnostics)
        var scope = Scope()
        scope.push(.unknown, nil)
        scope.frames = 1
        scope.hasDataRows = tag.hasDataRows
        let position = Position(
            source: tree.source, scope: scope, indentation: Indentation(added: isText ? [] : tag.indentation),
            overrides: isText ? [:] : tag.overrides, partials: 1)
        compiler.walk(tree.nodes, position)
        compiler.flush()
        if compiler.diagnostics.isEmpty, escapingContext.joined(with: compiler.escapingContext) != escapingContext {
            compiler.report(.contextChanges("\"\(name)\""), at: position, range: 0..<0)
        }
        return try compiler.finish()
    }
}
