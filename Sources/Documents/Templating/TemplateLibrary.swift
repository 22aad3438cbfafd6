/// The partials and parents that templates can name.
public struct TemplateLibrary: Sendable {
    /// The names of all templates, for suggestions; may be empty if they cannot be listed.
    public let names: [String]
    private let load: @Sendable (String) -> [UInt8]?

    /// A library of texts by name.
    public init(_ templates: [String: String] = [:]) {
        names = templates.keys.sorted()
        load = { name in templates[name].map { Array($0.utf8) } }
    }

    /// A library whose texts are loaded when a template names them; nil if none has that name.
    public init(names: [String], load: @escaping @Sendable (_ name: String) -> [UInt8]?) {
        self.names = names
        self.load = load
    }

    /// The bytes of a template, or nil if none has that name.
    public func source(named name: String) -> [UInt8]? {
        load(name)
    }
}
