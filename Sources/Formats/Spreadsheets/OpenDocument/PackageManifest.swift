/// The manifest of an OpenDocument package (OpenDocument 1.3 part 2, 4): says whether parts are encrypted.
enum PackageManifest {
    private static let part = "META-INF/manifest.xml"

    /// Checks that a package is not encrypted; one without a manifest is not.
    /// - Throws: `passwordProtected` if it is.
    static func check(_ package: SpreadsheetPackage) throws(SpreadsheetFileError) {
        // LibreOffice 24.8 and later encrypt the whole package as one part.
        if package.has("encrypted-package") { throw .passwordProtected }
        guard package.has(part) else { return }
        let parser = try PartParser(try package.source(of: part))
        let encryption = parser.name("encryption-data")
        while let event = try parser.next() {
            if case .start(let element) = event, element.name == encryption { throw .passwordProtected }
        }
    }
}
