import Files
import FoundationEssentials
import Glibc
public import Inventory
import Localization
public import XMLValidation

/// What was found in an XML inventory.
public struct DocumentCheckResult: Sendable {
    /// Schema faults and broken promises, in document order; at most twenty.
    public let faults: [XMLDiagnostic]
    /// How many faults there are beyond those.
    public let more: Int
    /// What the items in the document come to, counted anew.
    public let totals: ValueTotals
    /// All item elements, archived ones included.
    public let rows: Int

    /// Whether nothing was found.
    public var isValid: Bool { faults.isEmpty && more == 0 }
}

/// An inventory in the XML of `Templates/schema/inventory-1.xsd`.
public enum InventoryDocument {
    /// The schema that documents follow, compiled.
    /// - Throws: `schema`, which means the program is broken.
    public static func schema() throws(ReportError) -> XMLSchema {
        guard let bytes = EmbeddedFiles.bytes(of: "Templates/schema/inventory-1.xsd") else {
            throw .schema(said("report.itIsNotIn"))
        }
        do throws(XMLValidationError) {
            return try XMLSchema(UnsafeRawBufferPointer(bytes))
        } catch {
            throw .schema("\(error)")
        }
    }

    /// Checks a document in one pass: schema, unique ids, line numbers, line values, counts, totals and groups.
    ///
    /// Memory grows by about 40 bytes an item, for the ids.
    /// - Parameters:
    ///   - path: the file, `-` for standard input.
    ///   - inspect: is shown the first bytes (none of an empty file) and may refuse a file that is something else.
    /// - Throws: a ``ReportError`` where the file cannot be read, or what `inspect` throws; what is wrong inside the
    ///   document is in the findings.
    public static func check(
        path: String, inspect: (_ beginning: UnsafeRawBufferPointer) throws -> Void = { _ in }
    ) throws -> DocumentCheckResult {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ReportError.file(FileError(.read, path)) }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        let checker = DocumentChecker()
        let schema = try schema()
        let validator: XMLStreamValidator
        do throws(XMLValidationError) {
            validator = try XMLStreamValidator(schema: schema, observer: checker)
        } catch {
            throw ReportError.schema("\(error)")
        }
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
        defer { chunk.deallocate() }
        var isInspected = false
        while !validator.isStopped {
            let count = read(descriptor, chunk.baseAddress, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw ReportError.file(FileError(.read, path)) }
            let bytes = UnsafeRawBufferPointer(rebasing: chunk[..<count])
            if !isInspected { try inspect(bytes) }
            isInspected = true
            if count == 0 { break }
            validator.write(bytes)
        }
        return checker.findings(with: validator.finish())
    }
}
