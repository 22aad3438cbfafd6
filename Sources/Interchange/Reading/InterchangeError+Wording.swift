import Glibc

/// The words of every whole-file error, in one place.
extension InterchangeError {
    static var knownFormats: String { FileFormat.allCases.map(\.rawValue).joined(separator: ", ") }

    static func system(_ code: Int32, file: String) -> InterchangeError {
        let remedy =
            switch code {
            case ENOENT: "check the name and the folder"
            case EACCES, EPERM: "make the file readable for you"
            case EISDIR: "give the name of a file, not of a folder"
            default: ""
            }
        return InterchangeError(
            .system(code), file: file, "cannot be read: \(String(cString: strerror(code)))", remedy: remedy)
    }

    static func empty(file: String) -> InterchangeError {
        InterchangeError(.empty, file: file, "the file is empty", remedy: "export it again from the other program")
    }

    static func unknownFormat(file: String, appearance: String) -> InterchangeError {
        InterchangeError(
            .unknownFormat, file: file, "not an inventory file that can be read: it looks like \(appearance)",
            remedy: "formats are \(knownFormats)")
    }

    // MARK: Headers

    static func missingColumn(_ name: String, format: FileFormat, found: [String]) -> InterchangeError {
        let shown = found.prefix(5).map { "'\($0.prefix(40))'" }.joined(separator: ", ")
        return InterchangeError(
            .header, line: 1, "the header has no column '\(name)' (it begins with \(shown))",
            remedy: format == .csv
                ? "name the column of the items' names with --map \"Column=name\", or another format with --from"
                : "a file of \(format.title) has it; name another format with --from")
    }

    static func duplicateColumn(_ name: String, _ one: Int, _ other: Int) -> InterchangeError {
        InterchangeError(
            .header, line: 1, "columns \(one) and \(other) are both '\(name.prefix(80))'",
            remedy: "rename one in the file, or leave it out with --map \"Column=-\"")
    }

    static func columnsMeet(_ one: String, _ other: String) -> InterchangeError {
        InterchangeError(
            .header, line: 1,
            "columns '\(one.prefix(80))' and '\(other.prefix(80))' are for the same field",
            remedy: "leave one out with --map \"Column=-\"")
    }

    static func unknownColumns(_ columns: [(name: String, number: Int, suggestion: String?)]) -> InterchangeError {
        let shown = columns.prefix(20).map { column in
            "'\(column.name.prefix(80))' (column \(column.number)\(column.suggestion.map { ", did you mean '\($0)'?" } ?? ""))"
        }
        let more = columns.count > 20 ? " and \(columns.count - 20) more" : ""
        return InterchangeError(
            .header, line: 1,
            "\(columns.count == 1 ? "a column is" : "columns are") not known: \(shown.joined(separator: ", "))\(more)",
            remedy: "say what each holds with --map \"Column=field\" or \"Column=customFields.NAME\", "
                + "or leave it out with --map \"Column=-\"")
    }

    static func headerUnreadable(_ problem: String, file: String) -> InterchangeError {
        InterchangeError(
            .header, file: file, line: 1, "the header cannot be read: \(problem)", remedy: "mend the first line")
    }

    // MARK: Options

    static func malformedMapping(_ text: String) -> InterchangeError {
        InterchangeError(
            .option, "'\(text.prefix(80))' does not say which column holds which field",
            remedy: "write --map \"Column=field\"")
    }

    static func unknownMappingTarget(_ name: String, suggestion: String?) -> InterchangeError {
        InterchangeError(
            .option, "there is no field '\(name.prefix(80))'",
            remedy: suggestion.map { "did you mean '\($0)'?" }
                ?? "a field has a name such as serialNumber or customFields.NAME, and - leaves a column out")
    }

    static func mappedColumnMissing(_ name: String) -> InterchangeError {
        InterchangeError(
            .option, "the file has no column '\(name.prefix(80))' for --map", remedy: "check its spelling")
    }
}
