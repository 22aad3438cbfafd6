import Files
import Glibc

@testable import HTTPServer
@testable import InventoryServer

/// Requests to the server.
enum RequestTargets {
    /// Reads any bytes as a form with files, at once and in pieces of as many bytes as the first byte says.
    @Sendable static func multipart(_ bytes: FuzzTarget.Input) {
        guard let first = bytes.first else { return }
        let body = Array(bytes.dropFirst())
        let whole = form(body, pieces: max(1, body.count))
        let pieces = form(body, pieces: Int(first) + 1)
        // Limits may be noticed earlier or later.
        if body.count < 4096 { precondition(whole == pieces, "a form in pieces is another one") }
    }

    private static let uploads = InputFile.folder

    private static func form(_ body: [UInt8], pieces: Int) -> [String]? {
        var limits = ServerLimits()
        limits.file = 1 << 16
        let collector = MultipartCollector(
            boundary: "b", fileField: "photo", limits: limits, limit: 1 << 20, budget: BodyBudget(1 << 20),
            folder: UploadFolder(path: uploads, budget: BodyBudget(1 << 20)), check: { _ in })
        do {
            for start in stride(from: 0, to: body.count, by: pieces) {
                try collector.take(body[start..<min(body.count, start + pieces)].span)
            }
            guard case .upload(let upload) = try collector.finish() else { return [] }
            return upload.fields.pairs.map { "\($0.name)=\($0.value)" }
                + upload.files.map { "\($0.fileName ?? "-"): \(content(of: $0.path))" }
        } catch {
            return nil
        }
    }

    private static func content(of path: String) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        precondition(file >= 0, "an uploaded file is missing")
        defer { close(file) }
        return [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            count = max(0, Glibc.read(file, buffer.baseAddress, 1 << 16))
        }
    }

    private static let hosts: HostPolicy = {
        guard let address = ListenAddress("127.0.0.1:8421") else { preconditionFailure("no address") }
        return HostPolicy(
            listening: address, port: 8421, extra: [HostName(name: "inventory.home", port: nil)], isTLS: false,
            isBehindProxy: false)
    }()

    /// Reads any bytes as a request line's target and, after line ends, as header fields.
    @Sendable static func head(_ bytes: FuzzTarget.Input) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        target(Array(lines[0]))
        var headers = HeaderFields()
        for line in lines.dropFirst() {
            let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
            let name = Array(line[..<colon])
            let value = Array(line[colon...].dropFirst().drop { $0 == UInt8(ascii: " ") })
            headers.add(name.span, value.span)
        }
        if hosts.allows(headers[.host]) {
            let known = ["127.0.0.1:8421", "localhost:8421", "[::1]:8421", "inventory.home:8421"]
            precondition(known.contains((headers[.host] ?? "").lowercased()), "a host is accepted that nobody named")
        }
        _ = headers.cookies("homepwner")
        _ = headers[.contentType].flatMap(MediaType.init)
        _ = headers[.forwardedFor].flatMap { Peer(forwarded: $0) }
        _ = try? Preconditions.match(headers)
        _ = Preconditions.isCurrent("\"a\"", headers)
        guard let target = try? RequestTarget(Array(lines[0])) else { return }
        let head = RequestHead(method: .get, target: target, headers: headers, peer: Peer(name: "127.0.0.1"))
        let policy = OriginPolicy(allowed: [], isBehindProxy: false, isTLS: false)
        if case .allowed? = try? policy.check(head, isPage: true) {
            preconditionFailure("an origin is allowed that nobody named")
        }
        _ = try? ItemListQuery(head)
        _ = Address.find(target.path)
        let back = ReturnPath(String(decoding: lines[0], as: UTF8.self)).text
        precondition(back.hasPrefix("/") && !back.hasPrefix("//") && !back.contains("\\"), "\(back) leads elsewhere")
    }

    private static func target(_ bytes: [UInt8]) {
        guard let target = try? RequestTarget(bytes) else { return }
        for name in target.path {
            precondition(name != "." && name != ".." && !name.utf8.contains { $0 == 0x2F || $0 == 0x5C || $0 == 0 })
        }
        let text = "/" + target.path.map(PercentCoding.encodePath).joined(separator: "/")
        guard let again = try? RequestTarget(Array(text.utf8)), again.path == target.path else {
            preconditionFailure("\(text) is not the path that was read")
        }
        _ = FormFields(target.query.utf8)
    }
}
