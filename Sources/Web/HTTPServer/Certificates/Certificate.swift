internal import CCrypto

/// A certificate of OpenSSL (X.509 version 3).
final class Certificate {
    let pointer: OpaquePointer

    /// Makes a certificate.
    /// - Parameters:
    ///   - issuer: nil for one that signs itself.
    ///   - extensions: by OpenSSL's number and in its notation (`x509v3_config(5)`).
    init?(
        _ subject: String, key: PrivateKey, by issuer: (certificate: Certificate, key: PrivateKey)?, days: Int,
        now: Int,
        _ extensions: [(kind: Int32, value: String)]
    ) {
        guard let made = X509_new() else { return nil }
        pointer = made
        let asUTF8: Int32 = 0x1000
        guard X509_set_version(made, 2) == 1,
            ASN1_INTEGER_set_uint64(X509_get_serialNumber(made), .random(in: 1...UInt64(Int64.max))) == 1,
            // A device whose clock is a little behind accepts it too.
            ASN1_TIME_set(X509_getm_notBefore(made), now - LocalAuthority.day) != nil,
            ASN1_TIME_set(X509_getm_notAfter(made), now + (days - 1) * LocalAuthority.day) != nil,
            X509_NAME_add_entry_by_txt(X509_get_subject_name(made), "CN", asUTF8, subject, -1, -1, 0) == 1,
            X509_set_issuer_name(made, X509_get_subject_name(issuer?.certificate.pointer ?? made)) == 1,
            X509_set_pubkey(made, key.pointer) == 1
        else { return nil }
        var context = X509V3_CTX()
        X509V3_set_ctx(&context, issuer?.certificate.pointer ?? made, made, nil, nil, 0)
        for (kind, value) in extensions {
            let each = X509V3_EXT_conf_nid(nil, &context, kind, value)
            defer { X509_EXTENSION_free(each) }
            guard each != nil, X509_add_ext(made, each, -1) == 1 else { return nil }
        }
        guard X509_sign(made, issuer?.key.pointer ?? key.pointer, EVP_sha256()) > 0 else { return nil }
    }

    init?(pem: [UInt8]) {
        guard let read = parsed(pem, { PEM_read_bio_X509($0, nil, nil, nil) }) else { return nil }
        pointer = read
    }

    deinit { X509_free(pointer) }

    func isValid(at time: Int) -> Bool {
        var time = time
        return X509_cmp_time(X509_get0_notBefore(pointer), &time) < 0
            && X509_cmp_time(X509_get0_notAfter(pointer), &time) > 0
    }

    /// Whether this authority may certify all names of a certificate.
    func permits(_ other: Certificate) -> Bool {
        guard let read = X509_get_ext_d2i(pointer, NID_name_constraints, nil, nil) else { return false }
        let constraints = read.assumingMemoryBound(to: NAME_CONSTRAINTS.self)
        defer { NAME_CONSTRAINTS_free(constraints) }
        // Makes OpenSSL read the extensions of a certificate that was not parsed.
        X509_check_purpose(other.pointer, -1, 0)
        return NAME_CONSTRAINTS_check(other.pointer, constraints) == X509_V_OK
    }

    var pem: [UInt8]? { collected { PEM_write_bio_X509($0, pointer) == 1 } }

    var der: [UInt8]? { collected { i2d_X509_bio($0, pointer) == 1 } }
}
