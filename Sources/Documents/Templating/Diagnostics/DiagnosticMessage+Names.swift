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

/// The wording of diagnostics about escaping contexts.
extension DiagnosticMessage {
    static func markupContext(_ name: String) -> DiagnosticMessage {
        DiagnosticMessage(
            .unsafeMarkup, "\"\(name)\" is markup, which can be printed between tags only",
            remedy: "move it there, or declare the value as text")
    }

    static func contextChanges(_ what: String) -> DiagnosticMessage {
        DiagnosticMessage(
            .contextChanges, "\(what) ends in another place of the document than it begins",
            remedy: "let each branch hold whole tags, attributes and quotation marks")
    }

    static func unfinished(_ what: String) -> DiagnosticMessage {
        DiagnosticMessage(
            .contextChanges, "the template ends inside \(what), which is opened here and never closed",
            remedy: "close it where it should end")
    }

    static func literalDiagnostic(_ literalDiagnostic: LiteralDiagnostic) -> DiagnosticMessage {
        switch literalDiagnostic {
        case .valueAsScheme:
            DiagnosticMessage(
                .forbiddenContext, "the value before this colon could become the URL's scheme",
                remedy: "write the scheme out, for example https://{{host}}/")
        case .metaRefresh:
            DiagnosticMessage(
                .forbiddenContext, "a value cannot be printed safely in a meta element with http-equiv",
                remedy: "write its content out, or use a meta element with a name")
        case .cdata:
            DiagnosticMessage(
                .forbiddenContext, "browsers do not agree on where a CDATA section ends in HTML",
                remedy: "take away \"<![CDATA[\" and \"]]>\", and write &lt; for <")
        case .scriptComment:
            DiagnosticMessage(
                .forbiddenContext, "browsers do not end a script that holds \"<!--\" where they seem to",
                remedy: "leave \"<!--\" out of scripts")
        case .foreignMarkup:
            DiagnosticMessage(
                .forbiddenContext, "inside svg and math this is read as a tag",
                remedy: "move the style or script outside, or write &lt; for <")
        case .notWhole(let what):
            DiagnosticMessage(
                .forbiddenContext, "the tag before this stands for a whole \(what), and this would be part of it",
                remedy: what == "CSV field"
                    ? "let a comma or a line's end follow the tag" : "let a comma or a closing bracket follow the tag")
        case .unclearQuote:
            DiagnosticMessage(
                .forbiddenContext, "whether this quotation mark begins a CSV field depends on the section before it",
                remedy: "let each branch hold whole fields")
        case .unclearName:
            DiagnosticMessage(
                .forbiddenContext, "the section before this may end in a name that this would go on with",
                remedy: "write a blank before or after the section's text")
        case .hiddenEnd(let name):
            DiagnosticMessage(
                .forbiddenContext, "a browser that runs scripts ends \(name) here",
                remedy: "leave \"</\(name)\" out of attributes, comments and texts inside it")
        case .unclear(let name):
            DiagnosticMessage(
                .forbiddenContext, "browsers ignore the content of a \(name)", remedy: "use iframe, or no frames")
        case .unclearIn(let outer, let name):
            DiagnosticMessage(
                .forbiddenContext, "browsers do not agree on what \(name) means inside \(outer)",
                remedy: "move it outside, and close what is open before it")
        case .crossed(let name, let open):
            DiagnosticMessage(
                .forbiddenContext, "\(name) is closed here while \(open) is open, inside svg or math",
                remedy: "close the elements inside svg and math in order, each by a tag of its own")
        case .internalSubset:
            DiagnosticMessage(
                .forbiddenContext, "declarations inside a document type are not followed",
                remedy: "remove the part in [ ], or put it in a file of its own")
        case .namespaceAfterValue:
            DiagnosticMessage(
                .forbiddenContext, "this makes the tag one that browsers run, after a value in it",
                remedy: "write the namespace before the other attributes")
        }
    }
}
