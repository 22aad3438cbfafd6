package import Files
package import FoundationEssentials
package import Inventory
package import Localization
package import Reports

/// Makes reports for the server: the program's own command `report`, as a process of its own, so that its memory, its faults
/// and its end do not concern the server.
package struct ReportProgram: Sendable {
    /// The reports of the inventory: the program's kinds, the inventory's saved ones, the program's saved ones. Their titles are
    /// in a language.
    package let entries: @Sendable (_ words: MessageCatalogue, _ language: String) throws -> [ReportEntry]
    /// The names of the columns that the inventory has, without those of hidden fields.
    package let columns: @Sendable (_ hidden: HiddenFields) throws -> [String]
    /// Starts to make one. It ends with status 0 if the document is made, with 2 if an option was refused; its messages are on
    /// standard error.
    package let start: @Sendable (ReportCall) throws -> ChildProcess

    /// A program.
    package init(
        entries: @escaping @Sendable (_ words: MessageCatalogue, _ language: String) throws -> [ReportEntry],
        columns: @escaping @Sendable (_ hidden: HiddenFields) throws -> [String],
        start: @escaping @Sendable (ReportCall) throws -> ChildProcess
    ) {
        (self.entries, self.columns, self.start) = (entries, columns, start)
    }
}

/// A report that can be made.
package struct ReportEntry: Sendable {
    /// The name that requests use.
    package let name: String
    /// The title in the reader's language.
    package let title: String
    /// The kind of report that it is, or that it was saved from.
    package let kind: String
    /// Whether it is a saved report.
    package let isSaved: Bool
    /// The formats that it can have.
    package let formats: [ReportFormat]

    /// A report.
    package init(name: String, title: String, kind: String, isSaved: Bool, formats: [ReportFormat]) {
        (self.name, self.title, self.kind, self.isSaved, self.formats) = (name, title, kind, isSaved, formats)
    }
}

/// A report that a client asks for.
package struct ReportCall: Sendable {
    /// The options of `report` that a client may give: none of them names a file.
    package static let options = [
        "where", "columns", "sort", "group-by", "sum", "layout", "photos", "title", "paper", "locale",
    ]
    /// The most bytes of the value of an option.
    package static let longest = 4_000

    /// The name of the report.
    package let name: String
    /// The format.
    package let format: ReportFormat
    /// The options of ``options`` with their values.
    package let values: [(name: String, value: String)]
    /// The only items that it lists; nil for no such limit.
    package let items: [UUID]?
    /// The fields that it does not show.
    package let hidden: HiddenFields
    /// The language of its messages.
    package let language: String
    /// A private folder for the files below.
    package let folder: String

    /// The document, as soon as it is complete.
    package var document: String { "\(folder)/document.\(format.rawValue)" }
    /// The file for messages.
    package var messages: String { "\(folder)/messages" }
    /// The file that states progress: the number of items done, a space, the number of all.
    package var progress: String { "\(folder)/progress" }

    /// A call.
    package init(
        name: String, format: ReportFormat, values: [(name: String, value: String)], items: [UUID]?,
        hidden: HiddenFields,
        language: String, folder: String
    ) {
        (self.name, self.format, self.values) = (name, format, values)
        (self.items, self.hidden, self.language, self.folder) = (items, hidden, language, folder)
    }
}
