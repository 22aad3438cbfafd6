internal import CXML2
internal import Synchronization

/// A compiled W3C XML Schema (1.0), to be shared by any number of validators on any threads.
///
/// Nothing is loaded from elsewhere while compiling: `xs:import` and `xs:include` by location fail.
package final class XMLSchema: Sendable {
    /// libxml2 only reads a compiled schema, so threads may share it; freed once, by `deinit`.
    nonisolated(unsafe) let pointer: xmlSchemaPtr
    /// The namespace it describes; messages leave it out of element names.
    let targetNamespace: String

    /// Compiles the text of a schema.
    ///
    /// - Parameters:
    ///   - bytes: the whole schema file; read during the call only.
    ///   - name: the schema's name in faults.
    /// - Throws: ``XMLValidationError/schemaInvalid(_:)`` with every fault found.
    package init(_ bytes: UnsafeRawBufferPointer, name: String = "schema.xsd") throws(XMLValidationError) {
        XMLLibrary.prepare()
        let compiled = XMLLibrary.compiling.withLock { _ in compileSchema(bytes) }
        guard let pointer = compiled.pointer else {
            throw .schemaInvalid(compiled.diagnostics)
        }
        self.pointer = pointer
        targetNamespace = pointer.pointee.targetNamespace.map { String(cString: $0) } ?? ""
    }

    deinit {
        xmlSchemaFree(pointer)
    }
}

/// Transfers ownership of a compiled schema.
private struct CompiledSchema: ~Copyable, @unchecked Sendable {
    let pointer: xmlSchemaPtr?
    let diagnostics: XMLValidationReport
}

private func compileSchema(_ bytes: UnsafeRawBufferPointer) -> sending CompiledSchema {
    // The parser context keeps pointing into the bytes until it is freed.
    let text = bytes.assumingMemoryBound(to: CChar.self)
    guard let context = xmlSchemaNewMemParserCtxt(text.baseAddress, Int32(clamping: bytes.count)) else {
        let diagnostic = XMLDiagnostic(line: 1, column: 1, rule: ValidationRule.wellFormed, problem: .emptySchema)
        return CompiledSchema(
            pointer: nil, diagnostics: XMLValidationReport(diagnostics: [diagnostic], omittedCount: 0))
    }
    defer { xmlSchemaFreeParserCtxt(context) }
    var collector = XMLDiagnosticCollector(limits: XMLLimits(), namespace: "")
    let pointer = withUnsafeMutablePointer(to: &collector) { collector in
        xmlSchemaSetParserStructuredErrors(
            context,
            { collector, error in
                guard let collector, let error else { return }
                collector.assumingMemoryBound(to: XMLDiagnosticCollector.self).pointee
                    .add(error, line: Int(error.pointee.line), column: Int(error.pointee.int2))
            }, collector)
        return xmlSchemaParse(context)
    }
    if pointer != nil, !collector.isEmpty {
        xmlSchemaFree(pointer)
        return CompiledSchema(pointer: nil, diagnostics: collector.report)
    }
    return CompiledSchema(pointer: pointer, diagnostics: collector.report)
}

/// Initialises libxml2 once for the process.
enum XMLLibrary {
    /// The built-in types are made when the first schema is compiled, and that is not safe on two threads at once.
    static let compiling = Mutex<Void>(())

    /// The version of libxml2 built against.
    static let version = LIBXML_DOTTED_VERSION

    private static let prepared: Void = {
        xmlInitParser()
        // Neither a document (xsi:schemaLocation) nor a schema (xs:import) may make the program read other files.
        xmlSetExternalEntityLoader { _, _, _ in nil }
    }()

    /// Initialises libxml2 and forbids it to load anything by itself; cheap when done already.
    static func prepare() {
        prepared
    }
}
