import CCrypto
import JSON

/// A public key with which a provider's ID tokens are checked (RFC 7517).
struct ProviderKey {
    /// The algorithms that are accepted (RFC 7518, 3.1): none without a key, and none with a secret that the client has, too.
    enum Algorithm: String {
        /// RSASSA-PKCS1-v1_5 with SHA-256.
        case rsa = "RS256"
        /// ECDSA with P-256 and SHA-256.
        case ellipticCurve = "ES256"
    }

    /// Its `kid`.
    let name: String?
    let algorithm: Algorithm
    /// The SubjectPublicKeyInfo in DER (RFC 5280, 4.1).
    private let der: [UInt8]

    private static let rsaBytes = 256...1024
    private static let coordinateBytes = 32

    /// Reads a key; nil for one of another kind or for encryption, and for a weak one.
    init?(_ json: JSONValue) {
        guard json["use"] == nil || json["use"]?.string == "sig" else { return nil }
        func number(_ name: String) -> [UInt8]? { json[name]?.string.flatMap(Base64URL.decode) }
        switch json["kty"]?.string {
        case "RSA":
            guard let modulus = number("n")?.drop(while: { $0 == 0 }), let exponent = number("e"),
                Self.rsaBytes.contains(modulus.count)
            else { return nil }
            let key = DER.sequence([DER.integer(modulus), DER.integer(exponent[...])])
            // rsaEncryption (RFC 8017, A.1)
            let kind = DER.sequence([
                [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01], [0x05, 0x00],
            ])
            algorithm = .rsa
            der = DER.sequence([kind, DER.bits(key)])
        case "EC":
            guard json["crv"]?.string == "P-256", let x = number("x"), let y = number("y"),
                x.count == Self.coordinateBytes, y.count == Self.coordinateBytes
            else { return nil }
            // id-ecPublicKey with secp256r1 (RFC 5480, 2.1.1)
            let kind = DER.sequence([
                [0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01],
                [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07],
            ])
            algorithm = .ellipticCurve
            der = DER.sequence([kind, DER.bits([0x04] + x + y)])
        default: return nil
        }
        guard json["alg"] == nil || json["alg"]?.string == algorithm.rawValue else { return nil }
        name = json["kid"]?.string
    }

    /// Whether the key made a signature of a text.
    func verifies(_ signature: [UInt8], of text: [UInt8]) -> Bool {
        var signature = signature
        if algorithm == .ellipticCurve {
            // Two numbers side by side (RFC 7518, 3.4), which OpenSSL takes as a sequence.
            guard signature.count == 2 * Self.coordinateBytes else { return false }
            signature = DER.sequence([
                DER.integer(signature.prefix(Self.coordinateBytes)),
                DER.integer(signature.suffix(Self.coordinateBytes)),
            ])
        }
        let key = der.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            return d2i_PUBKEY(nil, &start, bytes.count)
        }
        defer { EVP_PKEY_free(key) }
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        guard key != nil, EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1 else { return false }
        return EVP_DigestVerify(context, signature, signature.count, text, text.count) == 1
    }
}

/// Values in the Distinguished Encoding Rules (ITU-T X.690).
private enum DER {
    static func sequence(_ elements: [[UInt8]]) -> [UInt8] { element(0x30, elements.flatMap(\.self)) }

    /// A whole number that is not negative.
    static func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let digits = Array(bytes.drop { $0 == 0 })
        // The first bit is the sign.
        return element(0x02, digits.first.map { $0 < 0x80 } ?? false ? digits : [0] + digits)
    }

    /// A string of whole bytes.
    static func bits(_ bytes: [UInt8]) -> [UInt8] { element(0x03, [0] + bytes) }

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        guard content.count > 0x7F else { return [tag, UInt8(content.count)] + content }
        let size = withUnsafeBytes(of: UInt32(content.count).bigEndian) { $0.drop { $0 == 0 } }
        return [tag, 0x80 | UInt8(size.count)] + size + content
    }
}
