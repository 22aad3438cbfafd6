import Files
public import Templating

/// Everything that a template of a report can name: the context it is rendered with and the formatters it may call.
///
///     let context = try TemplateContext(of: "inventory", for: locale)
///     let template = try Template(text, context: context.declaration, options: options)
public struct TemplateContext {
    /// The reports whose contexts are declared.
    public static let names = ["inventory", "insurance", "labels"]

    /// The names and what they are.
    public let declaration: ContextDeclaration
    private let report: String

    /// The context of a report by name, for one reader.
    /// - Parameter folder: the folder of the owner's templates, whose pictures they can name; nil if there is none.
    /// - Throws: `unknownContext`, an error of the catalogue if the reader's words cannot be read, or `file` if the folder
    ///   cannot be listed.
    public init(of report: String, for locale: ReportLocale, in folder: String? = nil) throws(ReportError) {
        guard TemplateContext.names.contains(report) else {
            throw .unknownContext(report, known: TemplateContext.names)
        }
        let words = try DocumentLocalization(language: locale.language, from: TemplateFolder())
        let pictures: [(name: String, path: String)]
        do throws(FileError) {
            pictures = try TemplateFolder(replacedBy: folder).pictures(for: report)
        } catch {
            throw .file(error)
        }
        declaration =
            report == "labels"
            ? LabelContext(words: words).declaration : ReportContext(words: words, pictures: pictures).declaration
        self.report = report
    }

    /// The report's templates as partials, those in `folder` first if there is one.
    public func library(replacedBy folder: String?) -> TemplateLibrary {
        TemplateFolder(replacedBy: folder).library(for: report)
    }

    /// The formatters that every template of the program may call, for one reader.
    public static func formatters(for locale: ReportLocale) -> FormatterSet { ReportFormatters.all(for: locale) }
}
