/// The wording of errors in what a template names.
extension DiagnosticMessage {
    static func nameRemedy(_ name: String, among names: [String], otherwise: String) -> String {
        if let meant = NameSuggestion.nearest(to: name, among: names) { return "did you mean \"\(meant)\"?" }
        let known = Array(Set(names)).sorted()
        guard !known.isEmpty else { return otherwise }
        let listed = known.prefix(12).map { "\"\($0)\"" }.joined(separator: ", ")
        return "there are \(listed)" + (known.count > 12 ? " and \(known.count - 12) more" : "")
    }

    static func unknownName(_ name: String, among names: [String]) -> DiagnosticMessage {
        DiagnosticMessage(
            .unknownName, "there is nothing named \"\(name)\" here",
            remedy: nameRemedy(name, among: names, otherwise: "the context declares no names here"))
    }

    static func nameInRows(_ name: String, of list: String) -> DiagnosticMessage {
        DiagnosticMessage(
            .unknownName, "there is nothing named \"\(name)\" here",
            remedy: "the rows of \"\(list)\" have that name: write {{#\(list)}}…{{\(name)}}…{{/\(list)}}")
    }

    static func unknownPartial(_ name: String, among names: [String]) -> DiagnosticMessage {
        DiagnosticMessage(
            .unknownPartial, "there is no partial named \"\(name)\"",
            remedy: nameRemedy(name, among: names, otherwise: "add a template of that name beside this one"))
    }

    static func unreadablePartial(_ name: String, _ error: any Error) -> DiagnosticMessage {
        DiagnosticMessage(
            .unreadablePartial, "the template \"\(name)\" cannot be read: \(error)",
            remedy: "see that it is a file that your user account can read, and not a link that leads nowhere")
    }

    /// - Parameter meant: the name that was probably meant.
    static func notPrintable(_ name: String, meant: String? = nil) -> DiagnosticMessage {
        DiagnosticMessage(
            .notPrintable, "\"\(name)\" holds further names or rows and has no text of its own",
            remedy: meant.map { "did you mean \"\($0)\"?" }
                ?? (name == "."
                    ? "print one of its names" : "open it with {{#\(name)}} and print what is inside"))
    }

    static func noParts(_ name: String) -> DiagnosticMessage {
        DiagnosticMessage(.noParts, "\"\(name)\" has no parts", remedy: "leave out what follows \"\(name)\"")
    }

    static func unsafeMarkup(_ name: String) -> DiagnosticMessage {
        DiagnosticMessage(
            .unsafeMarkup, "\"\(name)\" is not known to be safe markup and cannot be printed unescaped",
            remedy: "write {{\(name)}}; only values that the program declares as markup are allowed in {{{…}}}")
    }

    static func endlessRecursion(_ name: String) -> DiagnosticMessage {
        DiagnosticMessage(
            .endlessRecursion, "\"\(name)\" includes itself here with nothing that could end it",
            remedy: "include it inside a section over a list that gets shorter")
    }

    static func partialsTooDeep(_ name: String, _ limit: Int) -> DiagnosticMessage {
        DiagnosticMessage(
            .endlessRecursion, "partials stand more than \(limit) deep inside each other here",
            remedy: "check whether \"\(name)\" includes itself without end, or include fewer partials in partials")
    }

    static func streamInsideItself(_ name: String) -> DiagnosticMessage {
        DiagnosticMessage(
            .needsWholeList, "\"\(name)\" is streamed row by row, and a section around this goes through it already",
            remedy: "close that section first, or use a list in memory")
    }

    static func tooDeep(_ limit: Int) -> DiagnosticMessage {
        DiagnosticMessage(
            .limit, "sections, partials and blocks stand more than \(limit) deep inside each other here",
            remedy: "use fewer partials inside partials")
    }

    static func strayInParent(_ name: String) -> DiagnosticMessage {
        DiagnosticMessage(
            .strayText, "this is not printed: only blocks inside \"\(name)\" are",
            remedy: "put it in a block like {{$title}}…{{/title}}, or take it out")
    }

    static func unknownBlock(_ name: String, of parent: String, among names: [String]) -> DiagnosticMessage {
        DiagnosticMessage(
            .unknownName, "\"\(parent)\" has no block named \"\(name)\"",
            remedy: nameRemedy(name, among: names, otherwise: "it has no blocks"))
    }

    static func tooManyBlocks(_ limit: Int) -> DiagnosticMessage {
        DiagnosticMessage(.limit, "more than \(limit) blocks are given to one parent", remedy: "use fewer blocks")
    }

    static let dynamicName = DiagnosticMessage(
        .dynamicName, "a partial named by data cannot be checked before rendering",
        remedy: "write the partial's name, one in a section for each case")

    static let tooMuchWork = DiagnosticMessage(
        .limit, "this template takes more work to compile than allowed",
        remedy: "use fewer parents, partials and sections inside each other")

    static let programTooLarge = DiagnosticMessage(
        .limit, "this template grows too large with all its partials",
        remedy: "use fewer partials inside partials")
}
