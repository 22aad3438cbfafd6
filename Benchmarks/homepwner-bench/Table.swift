import FoundationEssentials
import Templating

/// The table workload: rows of seven escaped cells, data in memory.
struct TableWorkload {
    /// An item as another program would hold it.
    struct Item {
        let id, name, serial, value, created, location, notes: String
    }

    struct BenchmarkError: Error, CustomStringConvertible {
        let description: String
    }

    static let names = ["id", "name", "serial", "value", "created", "location", "notes"]
    static let row = ContextDeclaration(names.map { ($0, .text) })
    static let report = ContextDeclaration([
        ("count", .text), ("generated", .text), ("total", .text), ("items", .stream(row)),
    ])

    /// Each cell's text in the file's bytes, which stay in memory.
    private let cells: UnsafeBufferPointer<UnsafeBufferPointer<UInt8>>
    private let foot: [String]
    private let template: Template

    /// Reads the rows and the foot, whose files hold values separated by tabs.
    init(rows: String, foot: String) throws {
        guard let data = FileManager.default.contents(atPath: rows),
            let last = FileManager.default.contents(atPath: foot)
        else { throw BenchmarkError(description: "\(rows) or \(foot) cannot be read") }
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: data.count)
        _ = memory.initialize(from: data)
        let bytes = UnsafeBufferPointer(memory)
        var cells: [UnsafeBufferPointer<UInt8>] = []
        var start = 0
        for index in bytes.indices where bytes[index] == UInt8(ascii: "\t") || bytes[index] == UInt8(ascii: "\n") {
            cells.append(UnsafeBufferPointer(rebasing: bytes[start..<index]))
            start = index + 1
        }
        let kept = UnsafeMutableBufferPointer<UnsafeBufferPointer<UInt8>>.allocate(capacity: cells.count)
        _ = kept.initialize(from: cells)
        self.cells = UnsafeBufferPointer(kept)
        self.foot = String(decoding: last, as: UTF8.self).split(whereSeparator: { $0 == "\t" || $0 == "\n" }).map(
            String.init)
        guard cells.count.isMultiple(of: Self.names.count), self.foot.count >= 3 else {
            throw BenchmarkError(description: "\(rows) must hold 7 cells a row and \(foot) 3")
        }
        template = try Template(TableTemplate.text, name: "report.mustache", context: Self.report)
    }

    /// Prints one line for each way of feeding the template.
    func measure(runs: Int, output: String?) throws {
        let slices = SliceSource(cells: cells)
        try measure("homepwner-report", runs) { $0.set(Self.report.slot("items"), stream: slices) }
        let items = items()
        let (id, name, serial) = (Self.row.slot("id"), Self.row.slot("name"), Self.row.slot("serial"))
        let (value, created) = (Self.row.slot("value"), Self.row.slot("created"))
        let (location, notes) = (Self.row.slot("location"), Self.row.slot("notes"))
        try measure("homepwner-generic", runs) { report in
            report.set(Self.report.slot("items"), rows: items) { item, row in
                row.set(id, text: item.id)
                row.set(name, text: item.name)
                row.set(serial, text: item.serial)
                row.set(value, text: item.value)
                row.set(created, text: item.created)
                row.set(location, text: item.location)
                row.set(notes, text: item.notes)
            }
        }
        if let output {
            var sink = MemorySink()
            try render(into: &sink) { $0.set(Self.report.slot("items"), stream: slices) }
            guard FileManager.default.createFile(atPath: output, contents: Data(sink.bytes)) else {
                throw BenchmarkError(description: "\(output) cannot be written")
            }
        }
    }

    private func items() -> [Item] {
        stride(from: 0, to: cells.count, by: 7).map { first in
            func text(_ column: Int) -> String { String(decoding: cells[first + column], as: UTF8.self) }
            return Item(
                id: text(0), name: text(1), serial: text(2), value: text(3), created: text(4), location: text(5),
                notes: text(6))
        }
    }

    private func measure(_ peer: String, _ runs: Int, _ fillReport: (Record) -> Void) throws {
        var sink = VerifyingSink()
        try render(into: &sink, fillReport)
        let size = sink.count
        var times: [String] = []
        for _ in 0..<runs {
            var sink = VerifyingSink()
            let time = try ContinuousClock().measure { try render(into: &sink, fillReport) }
            guard sink.count == size else { throw BenchmarkError(description: "two runs wrote different sizes") }
            let microseconds = time.components.attoseconds / 1_000_000_000_000 + time.components.seconds * 1_000_000
            let fraction = String(microseconds % 1000)
            times.append("\(microseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction)
        }
        print(
            "{\"peer\":\"\(peer)\",\"rows\":\(cells.count / 7),\"bytes\":\(size),\"runs_ms\":[\(times.joined(separator: ","))]}"
        )
    }

    private func render(into sink: inout some ByteSink, _ fillReport: (Record) -> Void) throws {
        let record = Record(Self.report)
        record.set(Self.report.slot("count"), text: foot[0])
        record.set(Self.report.slot("total"), text: foot[1])
        record.set(Self.report.slot("generated"), text: foot[2])
        fillReport(record)
        try template.render(record, into: &sink)
    }
}

/// The way of the reports: cells borrowed from memory that a cursor filled.
struct SliceSource: RowSource {
    private let cells: UnsafeBufferPointer<UnsafeBufferPointer<UInt8>>
    private let id = TableWorkload.row.slot("id")
    private let name = TableWorkload.row.slot("name")
    private let serial = TableWorkload.row.slot("serial")
    private let value = TableWorkload.row.slot("value")
    private let created = TableWorkload.row.slot("created")
    private let location = TableWorkload.row.slot("location")
    private let notes = TableWorkload.row.slot("notes")
    private var position = 0

    /// - Parameter cells: row after row; they stay where they are for as long as the program runs.
    init(cells: UnsafeBufferPointer<UnsafeBufferPointer<UInt8>>) {
        self.cells = cells
    }

    mutating func next(into row: Record) -> Bool {
        guard position < cells.count else { return false }
        row.set(id, borrowing: cells[position])
        row.set(name, borrowing: cells[position + 1])
        row.set(serial, borrowing: cells[position + 2])
        row.set(value, borrowing: cells[position + 3])
        row.set(created, borrowing: cells[position + 4])
        row.set(location, borrowing: cells[position + 5])
        row.set(notes, borrowing: cells[position + 6])
        position += 7
        return true
    }
}

/// Takes output as a file would, and looks at it so that it has to be there.
struct VerifyingSink: ByteSink {
    private(set) var count = 0
    private(set) var sum = 0

    mutating func write(_ bytes: Span<UInt8>) {
        count += bytes.count
        if !bytes.isEmpty { sum &+= Int(bytes[0]) &+ Int(bytes[bytes.count - 1]) }
    }
}
