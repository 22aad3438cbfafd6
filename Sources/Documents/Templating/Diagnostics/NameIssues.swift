/// The wording of mistakes in what a template names.
extension Issue {
    static func nameRemedy(_ name: String, among names: [String], otherwise: String) -> String {
        if let meant = Suggestion.nearest(to: name, among: names) { return "did you mean \"\(meant)\"?" }
        let known = Array(Set(names)).sorted()
        guard !known.isEmpty else { return otherwise }
        let listed = known.prefix(12).map { "\"\($0)\"" }.joined(separator: ", ")
        return "there are \(listed)" + (known.count > 12 ? " and \(known.count - 12) more" : "")
    }

    static func unknownName(_ name: String, among names: [String]) -> Issue {
        Issue(
            .unknownName, "there is nothing named \"\(name)\" here",
            remedy: nameRemedy(name, among: names, otherwise: "the context declares no names here"))
    }

    static func unknownPartial(_ name: String, among names: [String]) -> Issue {
        Issue(
            .unknownPartial, "there is no partial named \"\(name)\"",
            remedy: nameRemedy(name, among: names, otherwise: "add a template of that name beside this one"))
    }

    static func notPrintable(_ name: String) -> Issue {
        Issue(
            .notPrintable, "\"\(name)\" holds further names or rows and has no text of its own",
            remedy: name == "." ? "print one of its names" : "open it with {{#\(name)}} and print what is inside")
    }

    static func noParts(_ name: String) -> Issue {
        Issue(.noParts, "\"\(name)\" has no parts", remedy: "leave out what follows \"\(name)\"")
    }

    static func unsafeMarkup(_ name: String) -> Issue {
        Issue(
            .unsafeMarkup, "\"\(name)\" is not known to be safe markup and cannot be printed unescaped",
            remedy: "write {{\(name)}}; only values that the program declares as markup may stand in {{{…}}}")
    }

    static func endlessRecursion(_ name: String) -> Issue {
        Issue(
            .endlessRecursion, "\"\(name)\" includes itself here with nothing that could end it",
            remedy: "include it inside a section over a list that gets shorter")
    }

    static func partialsTooDeep(_ name: String, _ limit: Int) -> Issue {
        Issue(
            .endlessRecursion, "partials stand more than \(limit) deep inside each other here",
            remedy: "check whether \"\(name)\" includes itself without end, or raise the limit partialDepth")
    }

    static func streamInsideItself(_ name: String) -> Issue {
        Issue(
            .needsWholeList, "\"\(name)\" is streamed row by row, and a section around this goes through it already",
            remedy: "close that section first, or use a list in memory")
    }

    static func tooDeep(_ limit: Int) -> Issue {
        Issue(
            .limit, "sections, partials and blocks stand more than \(limit) deep inside each other here",
            remedy: "use fewer partials inside partials, or raise the limit depth")
    }

    static func strayInParent(_ name: String) -> Issue {
        Issue(
            .strayText, "this is not printed: of what stands in \"\(name)\", only blocks are",
            remedy: "put it in a block like {{$title}}…{{/title}}, or take it out")
    }

    static func unknownBlock(_ name: String, of parent: String, among names: [String]) -> Issue {
        Issue(
            .unknownName, "\"\(parent)\" has no block named \"\(name)\"",
            remedy: nameRemedy(name, among: names, otherwise: "it has no blocks"))
    }

    static func tooManyBlocks(_ limit: Int) -> Issue {
        Issue(.limit, "more than \(limit) blocks are given to one parent", remedy: "use fewer blocks")
    }

    static let dynamicName = Issue(
        .dynamicName, "a partial named by data cannot be checked before rendering",
        remedy: "write the partial's name, one in a section for each case")

    static let programTooLarge = Issue(
        .limit, "this template grows too large with all its partials",
        remedy: "use fewer partials inside partials, or raise the limits instructions and literalBytes")
}
