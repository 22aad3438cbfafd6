/// Copies a file. The copy appears complete or not at all.
/// - Parameter sha256: the checksum that the content must have; nil for any content.
/// - Returns: false if the content has another checksum; it was not copied then.
/// - Throws: the errors of reading, and those of `AtomicFile`.
package func copyFile(_ source: String, to path: String, sha256: [UInt8]? = nil) throws -> Bool {
    let copy = try AtomicFile(replacing: path)
    let digest = sha256.map { _ in SHA256Hasher() }
    try readFile(source) { bytes in
        digest?.update(bytes)
        try copy.write(bytes)
    }
    if let digest, try digest.finish() != sha256 { return false }
    try copy.commit()
    return true
}
