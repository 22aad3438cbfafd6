internal import CCrypto
package import Files
import Glibc

/// A certificate authority of this machine alone, which the owner's other devices trust after it was installed on them.
///
/// Its key lies with its certificate in one private file. It may certify the names of this machine and the addresses of
/// private networks only (RFC 5280, 4.2.1.10), so that a thief of the key cannot pose as another site. The certificate
/// of the server is made at each start, and its key is never stored.
package struct LocalAuthority: Sendable {
    /// The reason why the authority cannot be used.
    package enum OpenError: Error, Equatable {
        /// Its file cannot be read or written.
        case file(FileError)
        /// Other users of the machine can read or replace the file with the key.
        case exposed(path: String)
        /// The file is not one that this program wrote, or OpenSSL failed.
        case unusable(path: String)
    }

    /// The authority's certificate in DER (RFC 5280), which devices install.
    package let certificate: [UInt8]
    /// Whether it was made now, so that no device has it yet.
    package let isNew: Bool
    /// The certificate and the key of the server.
    package let server: TLSFiles
    /// When the server's certificate ends, in seconds since 1970.
    package let end: Int

    /// The certificate's SHA-256, as devices show it: `AB:CD:…`.
    package var fingerprint: String {
        SHA256.digest(of: certificate).map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.count == 1 ? "0" + digits : digits
        }.joined(separator: ":")
    }

    static let day = 86_400
    /// Ten years.
    static let authorityDays = 3_652
    /// Browsers refuse certificates of servers that are valid for longer.
    static let serverDays = 397

    /// Opens the authority in a file and certifies the server. Makes another authority if there is none, if it ends before
    /// the server's certificate would, or if it may not certify one of the names.
    /// - Parameters:
    ///   - path: in a folder that only the owner can write.
    ///   - names: host names and numeric addresses.
    ///   - now: seconds since 1970.
    package static func open(_ path: String, names: [String], now: Int) throws -> LocalAuthority {
        if let text = try read(path) {
            guard let key = PrivateKey(pem: text), let certificate = Certificate(pem: text) else {
                throw OpenError.unusable(path: path)
            }
            let isLongEnough = certificate.isValid(at: now) && certificate.isValid(at: now + (serverDays - 1) * day)
            if isLongEnough, let made = certified(names, by: certificate, key, now: now, isNew: false) { return made }
        }
        guard let key = PrivateKey(), let certificate = authority(for: names, key: key, now: now),
            let made = certified(names, by: certificate, key, now: now, isNew: true),
            let text = key.pem.flatMap({ key in certificate.pem.map { key + $0 } })
        else { throw OpenError.unusable(path: path) }
        try write(text, to: path)
        return made
    }

    private static func authority(for names: [String], key: PrivateKey, now: Int) -> Certificate? {
        let name = names.first { !isAddress($0) } ?? names.first ?? ""
        let permitted = privateNetworks.map { "permitted;IP:\($0)" } + names.map(constraint)
        return Certificate(
            "Homepwner on \(name.prefix(40))", key: key, by: nil, days: authorityDays, now: now,
            [
                (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"), (NID_key_usage, "critical,keyCertSign,cRLSign"),
                (NID_subject_key_identifier, "hash"),
                (NID_name_constraints, "critical," + permitted.joined(separator: ",")),
            ])
    }

    /// Certifies the server, unless the authority may not certify one of the names.
    private static func certified(
        _ names: [String], by authority: Certificate, _ authorityKey: PrivateKey, now: Int, isNew: Bool
    ) -> LocalAuthority? {
        let stated = names.map { isAddress($0) ? "IP:\($0)" : "DNS:\($0)" }.joined(separator: ",")
        guard let key = PrivateKey(),
            let made = Certificate(
                "Homepwner", key: key, by: (authority, authorityKey), days: serverDays, now: now,
                [
                    (NID_basic_constraints, "critical,CA:FALSE"), (NID_key_usage, "critical,digitalSignature"),
                    (NID_ext_key_usage, "serverAuth"), (NID_subject_alt_name, stated),
                    (NID_subject_key_identifier, "hash"), (NID_authority_key_identifier, "keyid"),
                ]),
            authority.permits(made), let chain = made.pem, let root = authority.pem, let secret = key.pem,
            let bytes = authority.der
        else { return nil }
        return LocalAuthority(
            certificate: bytes, isNew: isNew, server: TLSFiles(chain: chain + root, key: secret),
            end: now + (serverDays - 1) * day)
    }

    // MARK: Names

    /// Networks whose addresses are not routed on the internet (RFC 1918, 3927, 4193, 4291, 6598), with their masks.
    private static let privateNetworks = [
        "10.0.0.0/255.0.0.0", "172.16.0.0/255.240.0.0", "192.168.0.0/255.255.0.0", "169.254.0.0/255.255.0.0",
        "100.64.0.0/255.192.0.0", "127.0.0.0/255.0.0.0", "fc00::/fe00::", "fe80::/ffc0::",
        "::1/\(wholeAddress)",
    ]

    /// The mask that leaves one address of IPv6.
    private static let wholeAddress = Array(repeating: "ffff", count: 8).joined(separator: ":")

    private static func constraint(_ name: String) -> String {
        guard isAddress(name) else { return "permitted;DNS:\(name)" }
        let mask = name.contains(":") ? wholeAddress : "255.255.255.255"
        return "permitted;IP:\(name)/\(mask)"
    }

    private static func isAddress(_ name: String) -> Bool {
        var bytes = in6_addr()
        return inet_pton(AF_INET, name, &bytes) == 1 || inet_pton(AF_INET6, name, &bytes) == 1
    }

    // MARK: The file

    private static func read(_ path: String) throws -> [UInt8]? {
        let file = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw OpenError.file(FileError(.read, path))
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw OpenError.file(FileError(.read, path)) }
        guard status.st_mode & 0o077 == 0, status.st_uid == geteuid() else { throw OpenError.exposed(path: path) }
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let count = Glibc.read(file, &bytes, bytes.count)
        guard count >= 0 else { throw OpenError.file(FileError(.read, path)) }
        // An empty file is one that was about to be written.
        return count == 0 ? nil : Array(bytes[..<count])
    }

    private static func write(_ text: [UInt8], to path: String) throws {
        // The file that replaces this one keeps its permissions, and is at no time open to others.
        let file = Glibc.open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw OpenError.file(FileError(.write, path)) }
        close(file)
        do {
            let file = try AtomicFile(replacing: path)
            try file.write(text)
            try file.commit()
        } catch {
            throw OpenError.file(error)
        }
    }
}

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

extension ListenAddress {
    /// The names under which this machine and others can reach the address: addresses first, as every device knows them.
    package var reachableNames: [HostName] {
        var names = isWildcard ? interfaceAddresses : [hostName]
        if isWildcard || isLoopback { names.append("localhost") }
        if !isLoopback, let own = Self.machineName {
            names.append(own)
            // Multicast DNS (RFC 6762), by which phones find machines of their network.
            if !own.contains(".") { names.append(own + ".local") }
        }
        return names.map { HostName(name: $0, port: nil) }
    }

    /// The addresses of this machine, those of its networks before its own for itself.
    private var interfaceAddresses: [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var (found, own): ([String], [String]) = ([], [])
        for entry in sequence(first: list, next: { $0?.pointee.ifa_next }).compactMap({ $0?.pointee }) {
            guard let address = entry.ifa_addr, entry.ifa_flags & UInt32(IFF_UP) != 0,
                Int32(address.pointee.sa_family) == (isIPv6 ? AF_INET6 : AF_INET)
            else { continue }
            let size = isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            guard
                getnameinfo(address, socklen_t(size), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
            else { continue }
            let name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            // An address with a zone is one of a link, which no address of a page can name.
            if name.contains("%") { continue }
            let host = isIPv6 ? "[\(name)]" : name
            if entry.ifa_flags & UInt32(IFF_LOOPBACK) != 0 { own.append(host) } else { found.append(host) }
        }
        return found + own
    }

    /// The name of this machine; nil if it has none of its own.
    private static var machineName: String? {
        var text = [CChar](repeating: 0, count: 256)
        guard gethostname(&text, text.count - 1) == 0 else { return nil }
        let name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let host = HostName(name), host.port == nil, host.name != "localhost" else { return nil }
        return host.name
    }
}

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
