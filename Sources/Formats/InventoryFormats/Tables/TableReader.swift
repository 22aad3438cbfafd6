import Inventory
import JSON

/// Reads the items of a table of separated text: Homebox, Snipe-IT, plain CSV.
final class TableReader: ItemEntrySource {
    private var records: RecordReader
    private var decoder: RowDecoder
    let rejectsHeader: [UInt8]

    init(
        _ input: consuming InputBuffer, file: String, format: FileFormat, options: ImportOptions
    ) throws(InventoryFileError) {
        let byteOrderMark = input.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = ByteView(rebasing: input.bytes.dropFirst(byteOrderMark))
        let named = SeparatorLine(text)
        let before = named.map { Array(text[..<$0.length]) } ?? []
        let delimiter = named?.delimiter ?? CSVScanner.delimiter(of: text)
        records = RecordReader(input, delimiter: delimiter)
        records.skip(byteOrderMark)
        if let named { records.skip(named.length, lines: 1) }
        switch try records.next() {
        case .record: break
        case .end: throw InventoryFileError(.empty, file: file)
        case .damaged(let reason): throw InventoryFileError(.damagedHeader(reason), file: file, line: 1)
        }
        rejectsHeader = before + Array(records.bytes)
        decoder = try TableReader.decoder(records, file: file, format: format, options: options)
    }

    private static func decoder(
        _ records: borrowing RecordReader, file: String, format: FileFormat, options: ImportOptions
    ) throws(InventoryFileError) -> RowDecoder {
        do throws(InventoryFileError) {
            let names = try names(in: records)
            let header = try TableHeader(names: names, format: format, mappings: options.columns)
            return RowDecoder(columns: header.columns, count: names.count, format: format, options: options)
        } catch {
            throw error.inFile(file)
        }
    }

    private static func names(in records: borrowing RecordReader) throws(InventoryFileError) -> [String] {
        let bytes = records.bytes
        if let reason = RowDecoder.damage(bytes, records) { throw InventoryFileError(.damagedHeader(reason), line: 1) }
        return records.scanner.fields.map { field in
            // Spaces around a name mean something only in quotes.
            let cell = bytes[field.start..<field.end]
            var name = Array(field.quoted ? cell : NumberCellParser.trimmed(cell))
            if field.escaped { name = unescaped(name) }
            return ByteView.of(name[...]) { name in
                String(decoding: FormulaEscape.removed(name, escape: UInt8(ascii: "'")), as: UTF8.self)
            }
        }
    }

    private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var quote = false
        for byte in bytes {
            quote = byte == UInt8(ascii: "\"") && !quote
            if !quote { result.append(byte) }
        }
        return result
    }

    func next() throws(InventoryFileError) -> ImportEntry? {
        while true {
            switch try records.next() {
            case .end: return nil
            case .damaged(let reason): return .rejected(rejectedRow([ImportFieldDiagnostic(nil, reason)]))
            case .record:
                let outcome = decoder.decode(records)
                switch consume outcome {
                case .item(let item): return .item(item)
                case .diagnostics(let diagnostics): return .rejected(rejectedRow(diagnostics))
                case .skipped: continue
                }
            }
        }
    }

    private func rejectedRow(_ diagnostics: [ImportFieldDiagnostic]) -> RejectedRow {
        var raw: [UInt8]?
        if records.isWhole {
            var bytes = Array(records.bytes)
            if bytes.last != UInt8(ascii: "\n"), bytes.last != UInt8(ascii: "\r") { bytes.append(UInt8(ascii: "\n")) }
            raw = bytes
        }
        return RejectedRow(
            row: records.row, line: records.line, diagnostics: diagnostics, source: raw, isInTable: true)
    }

    var bytesRead: Int64 { records.bytesRead }
    var totalBytes: Int64? { records.totalBytes }
}
