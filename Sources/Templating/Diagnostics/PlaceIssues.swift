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

    static let unfinished = Issue(
        .placeChanges, "the template ends in the middle of a tag, an attribute, a comment or a text",
        remedy: "close what is open")

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
                remedy: "let a comma or a line's end follow the tag")
        }
    }
}
