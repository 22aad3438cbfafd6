/// The manifest of an OpenDocument package (OpenDocument 1.3 part 2, 4): says whether parts are encrypted.
final class ManifestPart: PartHandler {
    private(set) var isEncrypted = false
    private let encryption: PartName
    private static let part = "META-INF/manifest.xml"

    /// Checks that a package is not encrypted; one without a manifest is not.
    /// - Throws: `passwordProtected` if it is.
    static func check(_ package: SpreadsheetPackage) throws(SpreadsheetFileError) {
        // LibreOffice 24.8 and later encrypt the whole package as one part.
        if package.has("encrypted-package") { throw .passwordProtected }
        guard package.has(part) else { return }
        if try ManifestPart(try package.source(of: part)).isEncrypted { throw .passwordProtected }
    }

    private init(_ source: PartSource) throws(SpreadsheetFileError) {
        let parser = try PartParser(source)
        encryption = parser.name("encryption-data")
        parser.handler = self
        try parser.readAll { isEncrypted }
    }

    func start(_ element: PartElement) { if element.name == encryption { isEncrypted = true } }
    func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
    func end(_ name: PartName) {}
}
