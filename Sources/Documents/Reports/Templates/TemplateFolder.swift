import FoundationEssentials
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
    public func file(_ path: String) -> File? {
        if let replacement {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            for candidate in ["\(replacement)/\(path)", "\(replacement)/\(name)"] {
                if let data = try? Data(contentsOf: URL(filePath: candidate)) {
                    return File(name: candidate, bytes: Array(data))
                }
            }
        }
        return EmbeddedFiles.bytes(of: "Templates/" + path).map { File(name: path, bytes: Array($0)) }
    }

    /// The template of a report. Data formats of a report without its own use those of `inventory`. Nil if there is
    /// none.
    public func template(of report: String, as format: ReportFormat) -> String? {
        func path(_ format: ReportFormat) -> String { "\(report)/\(report).\(format.templateExtension).mustache" }
        if file(path(format)) != nil { return path(format) }
        let isKnown = ReportFormat.allCases.contains { $0.isForReaders && file(path($0)) != nil }
        return isKnown && !format.isForReaders ? "inventory/inventory.\(format.templateExtension).mustache" : nil
    }

    /// The names of the reports there are, in alphabetical order: folders that hold a template of their own name.
    public var reports: [String] {
        var paths = EmbeddedFiles.paths.map { String($0.dropFirst("Templates/".count)) }
        if let replacement {
            paths += (try? FileManager.default.subpathsOfDirectory(atPath: replacement)) ?? []
        }
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
    public var hasOverrides: Bool {
        guard let replacement else { return true }
        let own = Set((try? FileManager.default.subpathsOfDirectory(atPath: replacement)) ?? [])
        let paths = EmbeddedFiles.paths.map { $0.dropFirst("Templates/".count) }
        let replaces = paths.contains { path in
            own.contains(String(path)) || own.contains(path.split(separator: "/").last.map(String.init) ?? "")
        }
        return replaces || reports.count > TemplateFolder().reports.count
    }

    /// Returns the reason why a report cannot be made in a format; nil if it can. Labels have no data formats.
    public func objection(to report: String, as format: ReportFormat) -> ReportError? {
        let reports = reports
        if format == .xlsx {
            let known = reports.filter { $0 != "labels" }
            return known.contains(report) ? nil : .unknownWorkbook(report, known: known)
        }
        let isFound = template(of: report, as: format) != nil && (report != "labels" || format.isForReaders)
        return isFound ? nil : .unknownReport(report, format: format, known: reports)
    }

    /// The templates of a report's folder and those directly in the owner's, in the order of their names.
    func templates(of report: String) -> [File] {
        let start = "Templates/\(report)/"
        var names = EmbeddedFiles.paths.filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
        for folder in replacement.map({ [$0, "\($0)/\(report)"] }) ?? [] {
            names += (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        }
        return Set(names.filter { $0.hasSuffix(".mustache") }).sorted().compactMap { file("\(report)/\($0)") }
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
                return file(path.contains("/") ? path : "\(report)/\(path)")?.bytes
            })
    }
}
