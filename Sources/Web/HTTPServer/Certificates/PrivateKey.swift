internal import CCrypto

/// A key of elliptic curves (NIST P-256) of OpenSSL.
final class PrivateKey {
    let pointer: OpaquePointer

    /// Makes a key.
    init?() {
        let context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil)
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1,
            EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1,
            EVP_PKEY_keygen(context, &key) == 1, let key
        else { return nil }
        pointer = key
    }

    init?(pem: [UInt8]) {
        // The callback refuses to ask for a passphrase: this program's keys have none.
        let key = parsed(pem) { PEM_read_bio_PrivateKey($0, nil, { _, _, _, _ in -1 }, nil) }
        guard let key else { return nil }
        pointer = key
    }

    deinit { EVP_PKEY_free(pointer) }

    var pem: [UInt8]? {
        collected { PEM_write_bio_PrivateKey($0, pointer, nil, nil, 0, nil, nil) == 1 }
    }
}
