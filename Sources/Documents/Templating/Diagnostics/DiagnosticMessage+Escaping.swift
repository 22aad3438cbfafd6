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
