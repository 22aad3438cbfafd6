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
