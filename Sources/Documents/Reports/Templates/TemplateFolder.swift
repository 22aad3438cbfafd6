public import Files
import Localization
package import Templating

/// The files of Templates/, from inside the program or from an owner's folder that replaces some of them by name.
public struct TemplateFolder: Sendable {
    /// A file that reports read.
    public struct File: Sendable {
        /// The name that messages show.
        public let name: String
        /// The contents.
        public let bytes: [UInt8]
    }

    private let replacement: String?
    /// The owner's folder; nil if there is none.
    var ownFolder: String? { replacement }

    /// The files inside the program, those in `folder` first.
    public init(replacedBy folder: String? = nil) { replacement = folder }

    /// A file by its path below Templates/, such as `inventory/inventory.html.mustache`.
    ///
    /// The owner's folder may contain it at that path or directly under its name.
    /// - Throws: `read` if the owner's file is there and cannot be read: the program's own would be a wrong document.
    public func file(_ path: String) throws(FileError) -> File? {
        if let replacement {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            for candidate in ["\(replacement)/\(path)", "\(replacement)/\(name)"] {
                if let bytes = try readFile(ifPresent: candidate) { return File(name: candidate, bytes: bytes) }
            }
        }
        return EmbeddedFiles.bytes(of: "Templates/" + path).map { File(name: path, bytes: Array($0)) }
    }

    /// The template of a report. Data formats of a report without its own use those of `inventory`. Nil if there is
    /// none.
    /// - Throws: `read` if the owner's template cannot be read.
    public func template(of report: String, as format: ReportFormat) throws(FileError) -> String? {
        func path(_ format: ReportFormat) -> String { "\(report)/\(report).\(format.templateExtension).mustache" }
        if try file(path(format)) != nil { return path(format) }
        var isKnown = false
        for format in ReportFormat.allCases where format.isForReaders && !isKnown {
            isKnown = try file(path(format)) != nil
        }
        return isKnown && !format.isForReaders ? "inventory/inventory.\(format.templateExtension).mustache" : nil
    }

    /// The names of the program's own reports, in alphabetical order.
    public static var ownReports: [String] { reports(among: embeddedPaths) }

    /// The names of the reports there are, in alphabetical order.
    /// - Throws: `read` if the owner's folder cannot be listed.
    public var reports: [String] {
        get throws(FileError) { TemplateFolder.reports(among: TemplateFolder.embeddedPaths + (try ownPaths)) }
    }

    /// Folders that hold a template of their own name.
    private static func reports(among paths: [String]) -> [String] {
        let names = paths.compactMap { path -> String? in
            let parts = path.split(separator: "/")
            guard parts.count == 2, parts[1].hasPrefix("\(parts[0])."), parts[1].hasSuffix(".mustache") else {
                return nil
            }
            return String(parts[0])
        }
        return Set(names).sorted()
    }

    /// Whether the owner's folder, if there is one, replaces a file of the program or contains a report of its own.
    /// - Throws: `read` if it cannot be listed.
    public var hasOverrides: Bool {
        get throws(FileError) {
            guard replacement != nil else { return true }
            let own = Set(try ownPaths)
            let replaces = TemplateFolder.embeddedPaths.contains { path in
                own.contains(path) || own.contains(TemplateFolder.fileName(path))
            }
            if replaces { return true }
            return try reports.count > TemplateFolder.ownReports.count
        }
    }

    /// Returns the reason why a report cannot be made in a format; nil if it can. Labels have no data formats.
    /// - Throws: `read` if the owner's folder or template cannot be read.
    public func objection(to report: String, as format: ReportFormat) throws(FileError) -> ReportError? {
        let reports = try reports
        if format == .xlsx {
            let known = reports.filter { $0 != "labels" }
            return known.contains(report) ? nil : .unknownWorkbook(report, known: known)
        }
        let path = try template(of: report, as: format)
        let isFound = path != nil && (report != "labels" || format.isForReaders)
        return isFound ? nil : .unknownReport(report, format: format, known: reports)
    }

    /// The templates of a report's folder and those directly in the owner's that can be read, in the order of their
    /// names.
    func templates(of report: String) -> [File] {
        let start = "Templates/\(report)/"
        var names = EmbeddedFiles.paths.filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
        for folder in replacement.map({ [$0, "\($0)/\(report)"] }) ?? [] {
            names += Folder.names(in: folder)
        }
        return Set(names.filter { $0.hasSuffix(".mustache") }).sorted().compactMap { try? file("\(report)/\($0)") }
    }

    /// The templates of one report: a name is a file of its folder, with or without `.mustache`.
    package func library(for report: String) -> TemplateLibrary {
        let start = "Templates/\(report)/"
        let names = EmbeddedFiles.paths.filter { $0.hasPrefix(start) && $0.hasSuffix(".mustache") }
        return TemplateLibrary(
            names: names.map { String($0.dropFirst(start.count).dropLast(".mustache".count)) },
            load: { name in
                // A partial's name never leads out of the folder.
                guard !name.contains(".."), !name.hasPrefix("/") else { return nil }
                let path = name.hasSuffix(".mustache") ? name : name + ".mustache"
                return try file(path.contains("/") ? path : "\(report)/\(path)")?.bytes
            })
    }
}
