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
    package static func open(_ path: String, names: [String], now: Int) throws(OpenError) -> LocalAuthority {
        if let text = try read(path) {
            guard let key = PrivateKey(pem: text), let certificate = Certificate(pem: text) else {
                throw .unusable(path: path)
            }
            let isLongEnough = certificate.isValid(at: now) && certificate.isValid(at: now + (serverDays - 1) * day)
            if isLongEnough, let made = certified(names, by: certificate, key, now: now, isNew: false) { return made }
        }
        guard let key = PrivateKey(), let certificate = authority(for: names, key: key, now: now),
            let made = certified(names, by: certificate, key, now: now, isNew: true),
            let text = key.pem.flatMap({ key in certificate.pem.map { key + $0 } })
        else { throw .unusable(path: path) }
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

    private static func read(_ path: String) throws(OpenError) -> [UInt8]? {
        let file = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw .file(FileError(.read, path))
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .file(FileError(.read, path)) }
        guard status.st_mode & 0o077 == 0, status.st_uid == geteuid() else { throw .exposed(path: path) }
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let count = Glibc.read(file, &bytes, bytes.count)
        guard count >= 0 else { throw .file(FileError(.read, path)) }
        // An empty file is one that was about to be written.
        return count == 0 ? nil : Array(bytes[..<count])
    }

    private static func write(_ text: [UInt8], to path: String) throws(OpenError) {
        // The file that replaces this one keeps its permissions, and is at no time open to others.
        let file = Glibc.open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .file(FileError(.write, path)) }
        close(file)
        do throws(FileError) {
            let file = try AtomicFile(replacing: path)
            try file.write(text)
            try file.commit()
        } catch {
            throw .file(error)
        }
    }
}
