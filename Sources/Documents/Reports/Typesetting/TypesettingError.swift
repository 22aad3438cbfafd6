import Files
package import Message

/// An error that keeps a PDF from being made.
package enum TypesettingError: Error, Equatable {
    /// Neither the program Typst nor its Python package is installed.
    case noTypst
    /// The Python package of Typst is at this path, but there is no Python to run it.
    case noPython(String)
    /// Fontconfig finds no font with Latin letters that the report can be set in.
    case noFonts
    /// The program could not be started; the reason is the system's.
    case launchFailed(String, reason: String)
    /// The program ended without a document and wrote this message; nil if it wrote none.
    case failed(String?)
    /// Typst refused the output of a line of the owner's template.
    case refused(problem: String, place: String)
    /// A template links to a label that does not exist. `place` is the file and line of the link as far as it is known.
    case link(LabelLinkError, place: String)
    /// The report has more items than Typst can set within the memory it may use.
    case tooManyItems(Int, limit: Int)
    /// The program took longer than it may.
    case timeLimit(minutes: Int)
    /// The program needed more memory than it may.
    case memoryLimit(gibibytes: Int)
}

extension TypesettingError {
    /// Finds the template's line for a message of Typst, which names a line of the filled text: `main.typ:12:5`.
    static func located(
        _ words: String, in folder: WorkingFolder, _ templates: TemplateFolder, report: String
    ) -> TypesettingError {
        guard let found = words.firstMatch(of: /main\.typ:(\d+)/), let number = Int(found.1) else {
            return .failed(words)
        }
        var text: [UInt8] = []
        do { try readFile(folder.file("main.typ")) { text += $0 } } catch { return .failed(words) }
        let lines = text.split(separator: 0x0A, maxSplits: number, omittingEmptySubsequences: false)
        guard number >= 1, number <= lines.count,
            let place = templates.place(ofWrittenLine: String(decoding: lines[number - 1], as: UTF8.self), in: report)
        else { return .failed(words) }
        let problem = words.split(separator: "\n").first.map(String.init) ?? words
        return .refused(problem: problem, place: place)
    }
}

extension TypesettingError: MessageConvertible {
    package var message: Message {
        switch self {
        case .noTypst: Message("report.typesetting.noTypst")
        case .noPython(let path): Message("report.typesetting.noPython", ["path": path])
        case .noFonts: Message("report.typesetting.noFonts")
        case .launchFailed(let program, let reason):
            Message("report.typesetting.launchFailed", ["program": program, "reason": reason])
        case .failed(nil): Message("report.typesetting.failedSilently")
        case .failed(let output?): Message("report.typesetting.failed", ["output": output])
        case .refused(let problem, let place):
            Message("report.typesetting.refused", ["problem": problem, "place": place])
        case .link(let error, let place): error.message(at: place)
        case .tooManyItems(let items, let limit):
            Message("report.typesetting.tooManyItems", ["items": .count(items), "limit": .count(limit)])
        case .timeLimit(let minutes): Message("report.typesetting.timeLimit", ["minutes": .count(minutes)])
        case .memoryLimit(let gibibytes): Message("report.typesetting.memoryLimit", ["gibibytes": .count(gibibytes)])
        }
    }
}

extension LabelLinkError {
    /// The most labels that the message lists.
    private static let listed = 12

    /// - Parameter place: the file and line of the link.
    func message(at place: String) -> Message {
        guard let label else {
            return Message("report.link.malformed", ["place": place, "address": address])
        }
        guard !known.isEmpty else {
            return Message("report.link.noLabels", ["place": place, "label": label])
        }
        guard let suggestion else {
            return Message("report.link.unknown", ["place": place, "label": label, "known": labels])
        }
        return Message(
            "report.link.unknownSuggesting",
            ["place": place, "label": label, "suggestion": suggestion, "known": labels])
    }

    private var labels: Message {
        let listed = known.prefix(LabelLinkError.listed).joined(separator: ", ")
        let more = known.count - LabelLinkError.listed
        return more > 0
            ? Message("report.link.labelsAndMore", ["labels": listed, "more": .count(more)]) : Message(text: listed)
    }
}
