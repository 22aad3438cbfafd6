import Glibc
import Localization

/// The words of every whole-file error, in one place.
extension InterchangeError {
    private static var knownFormats: String { FileFormat.allCases.map(\.title).joined(separator: ", ") }

    static func system(_ code: Int32, file: String) -> InterchangeError {
        let remedy =
            switch code {
            case ENOENT: said("reading.checkTheNameAnd")
            case EACCES, EPERM: said("reading.makeTheFileReadable")
            case EISDIR: said("reading.giveTheNameOf")
            default: ""
            }
        return InterchangeError(
            .system(code), file: file, said("reading.cannotBeRead", String(cString: strerror(code))), remedy: remedy)
    }

    static func empty(file: String) -> InterchangeError {
        InterchangeError(.empty, file: file, said("commands.theFileIsEmpty"), remedy: said("reading.exportItAgainFrom"))
    }

    static func unknownFormat(file: String, appearance: String) -> InterchangeError {
        InterchangeError(
            .unknownFormat, file: file, said("reading.notAnInventoryFile", appearance),
            remedy: said("reading.formatsAre", knownFormats))
    }

    // MARK: Headers

    static func missingColumn(_ name: String, format: FileFormat, found: [String]) -> InterchangeError {
        let shown = found.prefix(5).map { "'\($0.prefix(40))'" }.joined(separator: ", ")
        return InterchangeError(
            .header, line: 1, said("reading.theHeaderHasNo", name, shown),
            remedy: format == .csv
                ? said("reading.nameTheColumnOf")
                : said("reading.aFileOfHas", format.title))
    }

    static func duplicateColumn(_ name: String, _ one: Int, _ other: Int) -> InterchangeError {
        InterchangeError(
            .header, line: 1, said("reading.columnsAndAreBoth", one, other, name.prefix(80)),
            remedy: said("reading.renameOneInThe"))
    }

    static func conflictingColumns(_ one: String, _ other: String) -> InterchangeError {
        InterchangeError(
            .header, line: 1,
            said("reading.columnsAndAreFor", one.prefix(80), other.prefix(80)),
            remedy: said("reading.leaveOneOutWith"))
    }

    static func unknownColumns(_ columns: [(name: String, number: Int, suggestion: String?)]) -> InterchangeError {
        let shown = columns.prefix(20).map { column in
            said(
                "reading.columnOfNumber", column.name.prefix(80), column.number,
                column.suggestion.map { said("reading.didYouMean", $0) } ?? "")
        }
        let more = columns.count > 20 ? said("attachments.andMore", columns.count - 20) : ""
        return InterchangeError(
            .header, line: 1,
            said(
                "reading.notKnown", columns.count == 1 ? said("reading.aColumnIs") : said("reading.columnsAre"),
                shown.joined(separator: ", "), more),
            remedy: said("reading.sayWhatEachHolds"))
    }

    static func unreadableHeader(_ problem: String, file: String, remedy: String? = nil) -> InterchangeError {
        InterchangeError(
            .header, file: file, line: 1, said("reading.theHeaderCannotBe", problem),
            remedy: remedy ?? said("reading.mendTheFirstLine"))
    }

    // MARK: Options

    static func malformedMapping(_ text: String) -> InterchangeError {
        InterchangeError(
            .option, said("reading.doesNotSayWhich", text.prefix(80)),
            remedy: said("reading.writeMapColumnField"))
    }

    static func unknownMappingTarget(_ name: String, suggestion: String?) -> InterchangeError {
        InterchangeError(
            .option, said("reading.thereIsNoField", name.prefix(80)),
            remedy: suggestion.map { said("reading.didYouMean2", $0) }
                ?? said("reading.aFieldHasA"))
    }

    static func mappedColumnMissing(_ name: String) -> InterchangeError {
        InterchangeError(
            .option, said("reading.theFileHasNo", name.prefix(80)), remedy: said("reading.checkItsSpelling"))
    }
}
