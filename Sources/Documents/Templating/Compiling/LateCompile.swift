extension Compiler {
    /// Compiles a template that became known while rendering, for the place its tag stands in.
    static func compileLate(
        _ text: String, _ tag: LateTag, place: Place, delimiters: Delimiters, isText: Bool, library: TemplateLibrary,
        options: TemplateOptions
    ) throws(TemplateError) -> Program {
        var compiler = Compiler(library: library, options: options, place: place)
        let name = isText ? "lambda" : text
        let bytes = isText ? Array(text.utf8) : library.source(named: text) ?? []
        let tree = ParsedTemplate(SourceText(name: name, bytes: bytes), options: options, delimiters: delimiters)
        compiler.report(tree.mistakes)
        var scope = Scope()
        scope.push(.unknown, nil)
        scope.frames = 1
        scope.hasDataRows = tag.hasDataRows
        let position = Position(
            source: tree.source, scope: scope, margin: Margin(added: isText ? [] : tag.margin),
            overrides: isText ? [:] : tag.overrides, partials: 1)
        compiler.walk(tree.nodes, position)
        compiler.flush()
        if compiler.mistakes.isEmpty, place.joined(with: compiler.place) != place {
            compiler.report(.placeChanges("\"\(name)\""), position, 0..<0)
        }
        return try compiler.finish()
    }
}
