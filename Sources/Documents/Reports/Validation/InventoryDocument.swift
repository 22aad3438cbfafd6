import Files
import FoundationEssentials
import Glibc
package import Inventory
import Localization
package import XMLValidation

/// The result of checking an XML report.
package struct DocumentCheckResult: Sendable {
    /// The first problems in document order, at most twenty.
    package let diagnostics: [DocumentDiagnostic]
    /// Number of further problems.
    package let omittedCount: Int
    /// The totals of the items in the document, counted again.
    package let totals: ValueTotals
    /// The number of item elements, archived ones included.
    package let rows: Int

    /// Whether nothing is wrong.
    package var isValid: Bool { diagnostics.isEmpty && omittedCount == 0 }
}

/// An inventory in the XML of `Templates/schema/inventory-1.xsd`.
package enum InventoryDocument {
    /// Compiles the schema of XML reports.
    /// - Throws: `missingSchema` or `schema`, which means that the program is broken.
    package static func schema() throws(ReportError) -> XMLSchema {
        guard let bytes = EmbeddedFiles.bytes(of: "Templates/schema/inventory-1.xsd") else {
            throw .missingSchema
        }
        do {
            return try XMLSchema(UnsafeRawBufferPointer(bytes))
        } catch {
            throw .schema(error)
        }
    }

    /// Checks a document in one pass: schema, unique ids, line numbers, line values, counts, totals and groups.
    ///
    /// Memory grows by about 40 bytes an item, for the ids.
    /// - Parameters:
    ///   - path: the file, `-` for standard input.
    ///   - inspect: receives the first bytes (none if the file is empty) and may throw to refuse another kind of file.
    /// - Throws: a ``ReportError`` if the file cannot be read, or the error that `inspect` throws. Problems inside the
    ///   document are part of the result.
    package static func check(
        path: String, inspect: (_ beginning: Span<UInt8>) throws -> Void = { _ in }
    ) throws -> DocumentCheckResult {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ReportError.file(FileError(.read, path)) }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        let checker = DocumentChecker()
        let schema = try schema()
        let validator: XMLStreamValidator
        do {
            validator = try XMLStreamValidator(schema: schema, observer: checker)
        } catch {
            throw ReportError.schema(error)
        }
        var isInspected = false
        do {
            try readPieces(of: descriptor, path: path) { piece in
                if !isInspected { try inspect(piece) }
                isInspected = true
                validator.write(piece)
                return !validator.isStopped
            }
        } catch let error as FileError {
            throw ReportError.file(error)
        }
        if !isInspected { try inspect(Span()) }
        return checker.result(with: validator.finish())
    }
}
