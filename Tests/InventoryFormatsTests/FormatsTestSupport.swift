import Foundation
import Inventory
import Localization

@testable import InventoryFormats

/// The moment of import in tests.
let testMoment = Timestamp(clampedMilliseconds: 1_780_000_000_000)

func currency(_ code: String) throws -> Currency { try Currency(code: code) }

func options(_ code: String = "USD", _ change: (inout ImportOptions) throws -> Void = { _ in }) throws -> ImportOptions
{
    var options = ImportOptions(currency: try currency(code), timestamp: testMoment)
    try change(&options)
    return options
}

/// The items and rejected rows of a file.
struct ReadResult {
    var items: [IncomingItem] = []
    var rejectedRows: [RejectedRow] = []
    var format = FileFormat.csv
    var rejectsHeader: [UInt8] = []
}

/// Reads a file of items, or a table by the likeliest reading, in which cells that are not values of their fields are faults.
///
/// - Parameter settle: settles parts of the reading.
func read(
    _ bytes: [UInt8], _ format: FileFormat? = nil, _ options: ImportOptions,
    _ settle: (inout ReadingOverrides) throws -> Void = { _ in }
) throws -> ReadResult {
    let source = try TableSource(bytes: bytes, name: "test").openingTables()
    var overrides = ReadingOverrides()
    overrides.keepsOtherCells = false
    try settle(&overrides)
    guard format?.isTable ?? true, try source.isTable() else {
        var reader = try InventoryReader(source, format: format, options: options)
        return try drain(&reader)
    }
    let attempt = try ReadingAttempt(of: source, overrides: overrides, usual: options.currency, options: options)
    var reader = try InventoryReader(source, reading: attempt.proposal.reading, options: options)
    return try drain(&reader)
}

func read(
    _ text: String, _ format: FileFormat? = nil, _ options: ImportOptions,
    _ settle: (inout ReadingOverrides) throws -> Void = { _ in }
) throws -> ReadResult {
    try read(Array(text.utf8), format, options, settle)
}

func drain(_ reader: inout InventoryReader) throws -> ReadResult {
    var reading = ReadResult(format: reader.format, rejectsHeader: reader.rejectsHeader)
    while let entry = try reader.next() {
        switch entry {
        case .item(let item): reading.items.append(item)
        case .rejected(let row): reading.rejectedRows.append(row)
        }
    }
    return reading
}

/// The problems of a row in English, one a line.
func words(_ row: RejectedRow) -> String {
    row.messages.map { MessageCatalogue.english.text($0) }.joined(separator: "\n")
}

/// The error that ends the reading, nil if there is none.
func failure(_ bytes: [UInt8], _ format: FileFormat? = nil, _ options: ImportOptions) -> InventoryFileError? {
    do {
        _ = try read(bytes, format, options)
        return nil
    } catch {
        return error as? InventoryFileError
    }
}

func failure(_ text: String, _ format: FileFormat? = nil, _ options: ImportOptions) -> InventoryFileError? {
    failure(Array(text.utf8), format, options)
}

/// Files that are shared beside the checkout.
enum SharedFixtures {
    static let root: String = {
        ProcessInfo.processInfo.environment["HOMEPWNER_SHARED"]
            ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared").path
    }()

    static func path(_ name: String) -> String { root + "/fixtures/" + name }

    static func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path(name))))
    }
}

/// The bytes of a file in `Tests/Fixtures/interchange`.
func fixture(_ name: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/interchange")
    return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
}
