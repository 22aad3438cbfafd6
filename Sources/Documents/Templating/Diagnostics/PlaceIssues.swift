/// The wording of mistakes about places.
extension Issue {
    static func unsafePlace(_ refusal: PlaceRefusal) -> Issue {
        let example = refusal.example.map { ", for example \($0)" } ?? ""
        return Issue(
            .unsafePlace, "a value cannot be printed safely in \(refusal.place)", remedy: refusal.remedy + example)
    }

    static func markupPlace(_ name: String) -> Issue {
        Issue(
            .unsafeMarkup, "\"\(name)\" is markup, which can be printed between tags only",
            remedy: "move it there, or declare the value as text")
    }

    static func placeChanges(_ what: String) -> Issue {
        Issue(
            .placeChanges, "\(what) ends in another place of the document than it begins",
            remedy: "let each branch hold whole tags, attributes and quotation marks")
    }

    static func unfinished(_ what: String) -> Issue {
        Issue(
            .placeChanges, "the template ends inside \(what), which is opened here and never closed",
            remedy: "close it where it should end")
    }

    static func complaint(_ complaint: PlaceComplaint) -> Issue {
        switch complaint {
        case .valueAsScheme:
            Issue(
                .unsafePlace, "the value before this colon could become the URL's scheme",
                remedy: "write the scheme out, for example https://{{host}}/")
        case .metaRefresh:
            Issue(
                .unsafePlace, "a value cannot be printed safely in a meta element with http-equiv",
                remedy: "write its content out, or use a meta element with a name")
        case .cdata:
            Issue(
                .unsafePlace, "browsers do not agree on where a CDATA section ends in HTML",
                remedy: "take away \"<![CDATA[\" and \"]]>\", and write &lt; for <")
        case .scriptComment:
            Issue(
                .unsafePlace, "browsers do not end a script that holds \"<!--\" where they seem to",
                remedy: "leave \"<!--\" out of scripts")
        case .foreignMarkup:
            Issue(
                .unsafePlace, "inside svg and math this is read as a tag",
                remedy: "move the style or script outside, or write &lt; for <")
        case .notWhole(let what):
            Issue(
                .unsafePlace, "the tag before this stands for a whole \(what), and this would be part of it",
                remedy: what == "CSV field"
                    ? "let a comma or a line's end follow the tag" : "let a comma or a closing bracket follow the tag")
        case .unclearQuote:
            Issue(
                .unsafePlace, "whether this quotation mark begins a CSV field depends on the section before it",
                remedy: "let each branch hold whole fields")
        case .unclearName:
            Issue(
                .unsafePlace, "the section before this may end in a name that this would go on with",
                remedy: "write a blank before or after the section's text")
        case .hiddenEnd(let name):
            Issue(
                .unsafePlace, "a browser that runs scripts ends \(name) here",
                remedy: "leave \"</\(name)\" out of attributes, comments and texts inside it")
        case .unclear(let name):
            Issue(.unsafePlace, "browsers leave out what stands in a \(name)", remedy: "use iframe, or no frames")
        case .unclearIn(let outer, let name):
            Issue(
                .unsafePlace, "browsers do not agree on what \(name) means inside \(outer)",
                remedy: "move it outside, and close what is open before it")
        case .crossed(let name, let open):
            Issue(
                .unsafePlace, "\(name) is closed here while \(open) is open, inside svg or math",
                remedy: "close the elements inside svg and math in order, each by a tag of its own")
        case .internalSubset:
            Issue(
                .unsafePlace, "declarations inside a document type are not followed",
                remedy: "leave out what stands in [ ], or put it in a file of its own")
        case .lateNamespace:
            Issue(
                .unsafePlace, "this makes the tag one that browsers run, after a value in it",
                remedy: "write the namespace before the other attributes")
        }
    }
}
