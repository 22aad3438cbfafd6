internal import CCrypto

/// Reads a text with a function of OpenSSL. Its stream keeps the text's address, which is valid in the closure only.
func parsed(_ text: [UInt8], _ read: (OpaquePointer?) -> OpaquePointer?) -> OpaquePointer? {
    text.withUnsafeBytes { bytes in
        let input = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count))
        defer { BIO_free(input) }
        return read(input)
    }
}

/// The bytes that a function of OpenSSL writes.
func collected(_ write: (OpaquePointer?) -> Bool) -> [UInt8]? {
    let output = BIO_new(BIO_s_mem())
    defer { BIO_free(output) }
    guard write(output) else { return nil }
    var bytes = [UInt8](repeating: 0, count: BIO_ctrl_pending(output))
    let count = BIO_read(output, &bytes, Int32(bytes.count))
    return count == bytes.count ? bytes : nil
}
