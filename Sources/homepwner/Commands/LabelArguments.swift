import InventoryModel
import Reporting

/// The options of the report `labels`.
enum LabelArguments {
    private static let heading = "Sheets of labels"
    private static let papers: [LabelSheet.Paper] = [.a4, .letter]

    private static let sheet = Option.value(
        "sheet", "SHEET", "the sheet by Avery's number, or a paper with --label-size",
        choices: LabelSheet.known.map(\.name) + papers.map(\.rawValue), initially: "l7160", heading: heading)
    private static let size = Option.value(
        "label-size", "WxH", "the size of a label in millimetres, as in 50x30", heading: heading)
    private static let start = Option.value(
        "start-at", "N", "the first label to use, where some are gone", initially: "1", heading: heading)
    private static let baseURL = Option.value(
        "base-url", "URL", "where the published pages stand; the codes lead to the items' pages",
        initially: "the codes hold the items' keys", heading: heading)

    static let all = [sheet, size, start, baseURL]

    /// What a call asks for.
    /// - Throws: what is wrong with it; any of these options with another report.
    static func read(_ arguments: Arguments, report: String) throws -> LabelOptions {
        guard report == "labels" else {
            if let stray = all.first(where: arguments.has) {
                throw CallError.together(stray.spelling, with: "'report labels'")
            }
            return LabelOptions()
        }
        var options = LabelOptions(sheet: try readSheet(arguments))
        options.start = try arguments.number(start, in: 1...options.sheet.count) ?? 1
        if let url = arguments.text(baseURL) { options.baseURL = try address(url) }
        return options
    }

    private static func readSheet(_ arguments: Arguments) throws -> LabelSheet {
        let name = arguments.text(sheet)
        let paper = name.map(LabelSheet.Paper.init(rawValue:)) ?? .a4
        guard let text = arguments.text(size) else {
            guard let name else { return LabelOptions().sheet }
            guard let known = LabelSheet.known.first(where: { $0.name == name }) else {
                throw CallError.needed(size.spelling, why: "it says how large the labels on '\(name)' are")
            }
            return known.sheet
        }
        guard let paper else { throw CallError.together(size.spelling, with: "--sheet a4 or --sheet letter") }
        let parts = text.lowercased().utf8.split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
        let numbers = parts.compactMap { try? DecimalText.parse(Array($0), fractionDigits: 2) }
        guard parts.count == 2, numbers.count == 2, numbers.allSatisfy({ (1...100_000).contains($0) }) else {
            throw CallError.badValue(option: size.spelling, problem: "expected width and height in mm, such as 50x30")
        }
        guard let found = LabelSheet(paper, width: Int(numbers[0]), height: Int(numbers[1])) else {
            throw CallError.badValue(
                option: size.spelling,
                problem: "a label has at least 20x12 mm, and one must fit on the paper with a centimetre around it")
        }
        return found
    }

    private static func address(_ text: String) throws(CallError) -> String {
        let lower = text.lowercased()
        let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) } && !text.contains("?") && !text.contains("#")
        let rest = ["http://", "https://"].first(where: lower.hasPrefix).map { text.dropFirst($0.count) }
        guard let rest, !rest.isEmpty, rest.first != "/", isPlain, text.utf8.count <= 400 else {
            throw .badValue(
                option: baseURL.spelling,
                problem: "expected an address such as https://example.org/things/, of plain letters, without ? and #")
        }
        return text.hasSuffix("/") ? text : text + "/"
    }
}
