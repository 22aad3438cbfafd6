import CCrypto
import Files
import Glibc
import Inventory
import InventoryFormats
import Spreadsheets

@testable import Delivery

/// Archives, deliveries and workbooks.
enum PackageTargets {
    /// Reads any bytes as a zip archive: by each set of rules, as a delivery, and as a workbook.
    @Sendable static func zip(_ bytes: FuzzTarget.Input) {
        let path = InputFile.write(bytes)
        let strict = names(in: path)
        _ = names(in: path, isLenient: true)
        if let unambiguous = names(in: path, isUnambiguous: true) {
            precondition(strict == unambiguous, "an archive that reads one way only is refused otherwise")
        }
        for name in strict ?? [] {
            let parts = name.split(separator: "/", omittingEmptySubsequences: false)
            precondition(parts.allSatisfy { $0 != "" && $0 != "." && $0 != ".." }, "\(name) leads out of the folder")
        }
        _ = try? DeliveryVerifier.run(archive: path, key: nil)
        if let sheets = try? Spreadsheet(path: path) { readAll(sheets) }
    }

    /// Opens an archive and unpacks all of it.
    private static func names(in path: String, isLenient: Bool = false, isUnambiguous: Bool = false) -> [String]? {
        guard let reader = try? ZipReader(path, isLenient: isLenient, isUnambiguous: isUnambiguous) else { return nil }
        for entry in reader.entries {
            var count = 0
            do {
                try reader.read(entry) { count += $0.count }
                precondition(count == entry.size, "an entry is shorter than its size")
            } catch {
                continue
            }
        }
        return reader.entries.map(\.name)
    }

    private static func readAll(_ book: Spreadsheet) {
        for index in book.sheets.indices {
            guard let rows = try? book.rows(ofSheetAt: index) else { continue }
            while let row = try? rows.next() {
                precondition(row.cells.count <= 1 << 20)
            }
        }
    }

    /// Reads any bytes as a manifest, as a public key, and as a signature, which nobody could make.
    @Sendable static func manifest(_ bytes: FuzzTarget.Input) {
        let content = Array(bytes)
        if let manifest = try? Manifest(bytes: content, file: "SHA256SUMS") {
            guard let again = try? Manifest(manifest.text, file: "SHA256SUMS"), again == manifest else {
                preconditionFailure("a manifest that is written is not that which was read")
            }
            for entry in manifest.entries {
                let parts = entry.name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                let leadsOut = parts.contains {
                    $0.isEmpty || $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8)
                }
                precondition(!leadsOut, "\(entry.name) leads out of the folder")
            }
        }
        if let key = Ed25519.read(content, isSecret: false) { EVP_PKEY_free(key) }
        let signed = try? VerificationKey.openSSL(file: keyFile).isValid(
            Array(content.prefix(64)), of: Array(content.dropFirst(64)))
        precondition(signed == false, "a signature without the key is valid")
    }

    /// The public key of the first test of RFC 8032, 7.1.
    private static let keyFile = InputFile.write(
        """
        -----BEGIN PUBLIC KEY-----
        MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
        -----END PUBLIC KEY-----

        """.utf8, name: "key.pem")

    /// Packs parts into a workbook or spreadsheet and reads it: whole, and as a list of items.
    ///
    /// An input is a list of parts that end with `\0`: the name, a line end, and the content.
    @Sendable static func workbook(_ bytes: FuzzTarget.Input) {
        let archive = archive(of: bytes)
        if let book = try? Spreadsheet(path: InputFile.write(archive)) { readAll(book) }
        do throws(InventoryFileError) {
            ListTargets.propose(try TableSource(bytes: archive, name: "input").openingSpreadsheet())
        } catch {
            ItemTargets.checkMessage(of: error)
        }
    }

    /// Packs parts, as ``workbook(_:)`` does, into a Homebox collection and reads it with all its files.
    @Sendable static func collection(_ bytes: FuzzTarget.Input) {
        let path = InputFile.write(archive(of: bytes), name: "collection.zip")
        _ = try? HomeboxCollection.isCollection(at: path)
        do throws(InventoryFileError) {
            let collection = try HomeboxCollection(path: path, currency: FuzzTarget.currency)
            let files = try collection.openFiles()
            let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
            defer { piece.deallocate() }
            for file in collection.files {
                let stream = try files.stream(of: file)
                while let count = try? stream.read(into: piece), count > 0 {}
            }
            var reader = try InventoryReader(collection, attached: [:], options: ItemTargets.options)
            ItemTargets.check(try ItemTargets.drain(&reader).items)
        } catch {
            ItemTargets.checkMessage(of: error)
        }
    }

    private static func archive(of bytes: FuzzTarget.Input) -> [UInt8] {
        let parts = bytes.split(separator: 0).prefix(16).map { part in
            let end = part.firstIndex(of: UInt8(ascii: "\n")) ?? part.endIndex
            return (name: Array(part[..<end]), content: Array(part[end...].dropFirst()))
        }
        return StoredArchive.bytes(of: parts)
    }
}

/// Makes zip archives of files that are not compressed, whose checksums are right whatever the fuzzer changes.
enum StoredArchive {
    static func bytes(of files: [(name: [UInt8], content: [UInt8])]) -> [UInt8] {
        var archive: [UInt8] = []
        var directory: [UInt8] = []
        for (name, content) in files {
            var facts: [UInt8] = []
            for (value, count) in [
                (20, 2), (0, 2), (0, 2), (0, 2), (0x5A21, 2), (Int(checksum(content)), 4), (content.count, 4),
                (content.count, 4), (name.count, 2), (0, 2),
            ] { append(value, count, to: &facts) }
            directory += [0x50, 0x4B, 1, 2, 20, 0]
            directory += facts
            for (value, count) in [(0, 2), (0, 2), (0, 2), (0, 4), (archive.count, 4)] {
                append(value, count, to: &directory)
            }
            directory += name
            archive += [0x50, 0x4B, 3, 4]
            archive += facts
            archive += name
            archive += content
        }
        var end: [UInt8] = [0x50, 0x4B, 5, 6]
        for (value, count) in [
            (0, 4), (files.count, 2), (files.count, 2), (directory.count, 4), (archive.count, 4), (0, 2),
        ] { append(value, count, to: &end) }
        return archive + directory + end
    }

    /// Appends the lowest bytes of a number, the lowest first.
    private static func append(_ value: Int, _ count: Int, to bytes: inout [UInt8]) {
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }

    /// CRC-32 (ITU-T V.42).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
        }
        return ~sum
    }
}
