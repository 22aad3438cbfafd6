import FoundationEssentials
import Inventory
import InventoryStore
import Localization
import Message
import Reports

/// The options of the report `labels`.
enum LabelArguments {
    private static let heading = OptionGroup.labels
    private static let papers: [LabelSheet.Paper] = [.a4, .letter]

    private static let sheet = Option.value(
        "sheet", "SHEET", choices: LabelSheet.known.map(\.name) + papers.map(\.rawValue), heading: heading)
    private static let size = Option.value("label-size", "WxH", heading: heading)
    private static let start = Option.value("start-at", "N", heading: heading)
    private static let baseURL = Option.value("base-url", "URL", heading: heading)

    private static let subject = Option.value(
        "of", "items|locations", choices: ["items", "locations"], heading: heading)
    private static let contents = Option.flag("contents", heading: heading)
    private static let field = Option.value("label-field", "FIELD", repeats: true, heading: heading)
    private static let text = Option.value("label-text", "TEXT", heading: heading)

    private static let resolution = Option.value("resolution", "DPI", heading: heading)
    static let item = Option.value("item", "ID", repeats: true, heading: heading)

    static let all = [subject, item, contents, sheet, size, start, resolution, field, text, baseURL]

    /// Reads the options of a call.
    /// - Throws: `UsageError` for a wrong value.
    static func read(_ arguments: Arguments, of kind: ReportKind) throws -> LabelOptions {
        guard kind.product == .labels else { return LabelOptions() }
        var options = LabelOptions(sheet: try readSheet(arguments))
        options.start = try arguments.number(start, in: 1...options.sheet.count) ?? 1
        options.resolution = try arguments.number(resolution, in: 72...2400)
        if let url = arguments.text(baseURL) { options.baseURL = try address(url) }
        options.isForLocations = arguments.text(subject) == "locations"
        options.hasContents = arguments.has(contents)
        if options.hasContents, !options.isForLocations {
            throw UsageError.together(contents.spelling, with: "--of locations")
        }
        if options.isForLocations, let stray = [field, item].first(where: arguments.has) {
            throw UsageError.together(stray.spelling, with: "--of items")
        }
        try arguments.allowOnlyOne(of: [item, SelectionOptions.filter])
        try arguments.allowOnlyOne(of: [item, SelectionOptions.ids])
        options.text = arguments.text(text).flatMap { $0.isEmpty ? nil : $0 }
        if arguments.has(field) { options.fields = arguments.texts(field).map(labelField) }
        return options
    }

    private static func readSheet(_ arguments: Arguments) throws -> LabelSheet {
        let name = arguments.text(sheet)
        let paper = name.map(LabelSheet.Paper.init(rawValue:)) ?? .a4
        guard let text = arguments.text(size) else {
            guard let name else { return LabelOptions().sheet }
            guard let known = LabelSheet.known.first(where: { $0.name == name }) else {
                throw UsageError.needed(size.spelling, why: localized("labels.sizeWithSheet", ["name": .text(name)]))
            }
            return known.sheet
        }
        guard let paper else { throw UsageError.together(size.spelling, with: localized("labels.sheetOption")) }
        let parts = text.lowercased().utf8.split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
        let numbers = parts.compactMap { try? DecimalText.parse(Array($0), fractionDigits: 2) }
        guard parts.count == 2, numbers.count == 2, numbers.allSatisfy({ (1...100_000).contains($0) }) else {
            throw UsageError.badValue(option: size.spelling, problem: localized("labels.sizeExpected"))
        }
        guard let found = LabelSheet(paper, width: Int(numbers[0]), height: Int(numbers[1])) else {
            throw UsageError.badValue(
                option: size.spelling,
                problem: localized("labels.sizeOutOfRange"))
        }
        return found
    }

    /// A text field by its option, or else a custom field by its name.
    private static func labelField(_ name: String) -> LabelOptions.LabelField {
        let known = FieldOptions.fields.first { $0.kind == .text && $0.optionName == name }
        return known.map(LabelOptions.LabelField.field) ?? .custom(name)
    }

    private static func address(_ text: String) throws(UsageError) -> String {
        let lower = text.lowercased()
        let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) } && !text.contains("?") && !text.contains("#")
        let rest = ["http://", "https://"].first(where: lower.hasPrefix).map { text.dropFirst($0.count) }
        guard let rest, !rest.isEmpty, rest.first != "/", isPlain, text.utf8.count <= 400 else {
            throw .badValue(
                option: baseURL.spelling,
                problem: localized("labels.addressExpected"))
        }
        return folder(text)
    }

    /// The address of the folder of pages, if it is given by one of them, as a browser shows it.
    private static func folder(_ text: String) -> String {
        guard !text.hasSuffix("/") else { return text }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        // The first parts are the scheme and the host.
        guard parts.count > 3, let name = parts.last?.lowercased(), name.hasSuffix(".html") else { return text + "/" }
        let isItem = parts.count > 4 && parts[parts.count - 2] == "item" && UUID(text: String(name.dropLast(5))) != nil
        return parts.dropLast(isItem ? 2 : 1).joined(separator: "/") + "/"
    }

    /// The items that the call names; nil if it names none.
    static func items(_ arguments: Arguments, in snapshot: StoreSnapshot) throws -> [UUID]? {
        guard arguments.has(item) else { return nil }
        return try arguments.texts(item).map { try ItemReference($0, operand: item.spelling).find(in: snapshot) }
    }
}
