/// The wording of errors in calls.
extension DiagnosticMessage {
    static func unknownFormatter(_ name: String, among names: [String]) -> DiagnosticMessage {
        DiagnosticMessage(
            .unknownFormatter, "there is no formatter named \"\(name)\"",
            remedy: nameRemedy(name, among: names, otherwise: "this program offers none"))
    }

    static func wrongArgumentCount(_ name: String, least: Int, most: Int, given: Int, example: String)
        -> DiagnosticMessage
    {
        let wanted = least == most ? "\(least)" : "\(least) to \(most)"
        let noun = most == 1 ? "argument" : "arguments"
        return DiagnosticMessage(
            .wrongArgumentCount, "\"\(name)\" takes \(wanted) \(noun), not \(given)", remedy: "write it like \(example)"
        )
    }

    static func wrongArgumentType(
        _ name: String, wanted: Formatter.ArgumentType, argument: String, given: ContextDeclaration.FieldType?
    ) -> DiagnosticMessage {
        let what = given.map { " is \(noun($0)), which" } ?? ""
        return DiagnosticMessage(
            .wrongArgumentType, "\"\(argument)\"\(what) is not what \"\(name)\" takes",
            remedy: "give it \(noun(wanted))")
    }

    static func wrongChoice(_ name: String, _ words: [String]) -> DiagnosticMessage {
        DiagnosticMessage(
            .wrongArgumentType, "this is not one of the words \"\(name)\" takes here",
            remedy: "write one of " + words.map { "\"\($0)\"" }.joined(separator: ", "))
    }

    static func needsList(_ function: String, _ argument: String) -> DiagnosticMessage {
        DiagnosticMessage(
            .wrongArgumentType, "\"\(function)\" takes a list, and \"\(argument)\" is none",
            remedy: "give it the name of a list")
    }

    static let needsCount = DiagnosticMessage(
        .wrongArgumentType, "\"first\" takes a whole number from 1 here", remedy: "write it like first(items, 10)")

    static let needsKey = DiagnosticMessage(
        .wrongArgumentType, "\"sorted\" takes a name in quotation marks here",
        remedy: "write it like sorted(rooms, \"total\")")

    static func needsWholeList(_ function: String, _ name: String) -> DiagnosticMessage {
        DiagnosticMessage(
            .needsWholeList, "\"\(function)\" needs the whole list, and \"\(name)\" is streamed row by row",
            remedy: "let the program order or count it, or use a list in memory")
    }

    static func positionOutsideList(_ name: String) -> DiagnosticMessage {
        DiagnosticMessage(
            .positionOutsideList, "\"@\(name)\" describes a row, and no list is open here",
            remedy: "move it inside a section over a list")
    }

    static func unknownPosition(_ name: String) -> DiagnosticMessage {
        DiagnosticMessage(
            .unknownName, "there is nothing named \"@\(name)\"",
            remedy: nameRemedy(
                "@" + name, among: RowPosition.allCases.map { "@" + $0.rawValue }, otherwise: ""))
    }

    static let sectionsOnly = DiagnosticMessage(
        .notPrintable, "this is a list and has no text of its own", remedy: "open it with # and print what is inside")

    private static func noun(_ type: ContextDeclaration.FieldType) -> String {
        switch type {
        case .text: "text"
        case .number: "a number"
        case .flag: "a flag"
        case .markup: "markup"
        case .trustedURL: "a trusted URL"
        case .record: "a record"
        case .list, .stream: "a list"
        }
    }

    private static func noun(_ type: Formatter.ArgumentType) -> String {
        switch type {
        case .text: "text"
        case .number: "a number"
        case .flag: "a flag"
        case .any: "text, a number or a flag"
        case .choice: "one of its words"
        case .record(let parts): "a record with " + parts.map { "\"\($0)\"" }.joined(separator: " and ")
        }
    }
}
