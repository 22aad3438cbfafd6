/// One call of a command: its words and the world around it.
struct Call: Sendable {
    /// The words.
    let arguments: Arguments
    /// Where to speak.
    let console: Console
    /// The process's environment.
    let environment: [String: String]

    /// The folder of the inventory: `--store`, else `HOMEPWNER_STORE`, else `inventory.homepwner`.
    var storePath: String {
        if let given = arguments.text(.store) { return given }
        if let named = environment["HOMEPWNER_STORE"], !named.isEmpty { return named }
        return "inventory.homepwner"
    }
}

extension Option {
    static let store = value(
        "store", "DIR", "the inventory's folder", initially: "HOMEPWNER_STORE, else inventory.homepwner",
        heading: "Everywhere")
    static let help = Option(
        name: "help", value: nil, help: "shows this help", letter: "h", heading: "Everywhere")
    static let json = flag("json", "writes JSON instead of a table")
}
