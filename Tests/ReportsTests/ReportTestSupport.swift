import Files
import FoundationEssentials
import Inventory
import InventoryFormats
import InventoryStore
import Localization
import Message
import Templating
import Testing

@testable import Reports

/// The top of the checkout.
let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

/// Data that is kept outside the checkout; nil if there is none.
let sharedFolder: URL? = {
    let named = ProcessInfo.processInfo.environment["HOMEPWNER_SHARED"].map { URL(filePath: $0) }
    let beside = checkout.deletingLastPathComponent().appending(path: "shared")
    return [named, beside].compactMap { $0 }.first {
        FileManager.default.fileExists(atPath: $0.appending(path: "fixtures").path(percentEncoded: false))
    }
}()

/// The English words of an error.
func text(of error: any MessageConvertible) -> String { MessageCatalogue.english.text(error.message) }

extension DocumentDiagnostic {
    /// The English words.
    var text: String { MessageCatalogue.english.text(message) }
}

let usd = try! Currency(code: "USD")

func temporaryStore(_ change: (inout InventorySettings) -> Void = { _ in }) throws -> InventoryStore {
    var settings = InventorySettings(currency: usd)
    change(&settings)
    return try InventoryStore.temporary(settings: settings)
}

/// A store of the items in a file, as `report --input` makes it.
func store(importing path: String, timestamp: String = "2026-11-21T09:00:00Z") throws -> InventoryStore {
    let store = try temporaryStore()
    let timestamp = try Timestamp(timestamp.utf8)
    try store.importItems(ChangeContext(actor: "test", timestamp: timestamp)) { importer in
        let source = try TableSource(path: path)
        let options = ImportOptions(currency: usd, timestamp: timestamp)
        var reader =
            try source.programReading().map { try InventoryReader(source, reading: $0, options: options) }
            ?? InventoryReader(source, options: options)
        while let entry = try reader.next() {
            switch entry {
            case .item(let item): _ = try importer.put(item)
            case .rejected(let row): Issue.record("\(row)")
            }
        }
    }
    return store
}

/// A store of items made here, added one by one.
func store(of items: [Item], _ change: (inout InventorySettings) -> Void = { _ in }) throws -> InventoryStore {
    let store = try temporaryStore(change)
    let timestamp = try Timestamp("2026-11-21T09:00:00Z".utf8)
    try store.importItems(ChangeContext(actor: "test", timestamp: timestamp)) { importer in
        for (index, item) in items.enumerated() {
            _ = try importer.put(IncomingItem(item: item, stated: .all, row: index + 1))
        }
    }
    return store
}

/// Keeps what a template renders.
private struct TextCollector: Templating.ByteSink {
    var bytes: [UInt8] = []
    mutating func write(_ buffer: Span<UInt8>) { bytes += buffer }
}

/// The bytes of a report; for a PDF, the markup that it is set from.
func report(_ options: ReportOptions, of store: InventoryStore) throws -> String {
    if options.format == .pdf {
        var text = TextCollector()
        let snapshot = try store.snapshot()
        let report = try Report(options)
        let summary = try ReportSummary(of: snapshot, options, hasClaim: report.hasClaim, hasCells: report.hasCells)
        try report.fill(snapshot, summary: summary, into: &text) { _, _ in }
        return String(decoding: text.bytes, as: UTF8.self)
    }
    let path = FileManager.default.temporaryDirectory.appending(path: "report-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: path) }
    _ = try Report(options).write(from: store.snapshot(), to: .file(path.path(percentEncoded: false)))
    return String(decoding: try Data(contentsOf: path), as: UTF8.self)
}

extension ReportFormat {
    /// The formats that can be read as text.
    static let withText = allCases.filter { $0 != .xlsx }
}

/// Compares a text with the one recorded in Tests/Fixtures; `RECORD=1` records it again.
func expectSnapshot(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let path = checkout.appending(path: "Tests/Fixtures/\(name)")
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
        try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: path)
    }
    let recorded = String(decoding: try Data(contentsOf: path), as: UTF8.self)
    guard text != recorded else { return }
    let pair = zip(
        text.split(separator: "\n", omittingEmptySubsequences: false),
        recorded.split(separator: "\n", omittingEmptySubsequences: false))
    let difference = pair.first { $0 != $1 }
    Issue.record(
        "\(name) differs; RECORD=1 make test records it again\n  now: \(difference?.0 ?? "")\n  was: \(difference?.1 ?? "")",
        sourceLocation: sourceLocation)
}
