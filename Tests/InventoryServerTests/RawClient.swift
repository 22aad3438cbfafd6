import Foundation
import Glibc

/// A client that sends bytes and reads the answer, so that tests can send what no well-behaved client would.
final class RawClient {
    private let socket: Int32

    struct Response {
        var status = 0
        var head = ""
        var body = ""

        func field(_ name: String) -> String? { fields(name).first }

        /// The values of all fields of a name.
        func fields(_ name: String) -> [String] {
            head.components(separatedBy: "\r\n").dropFirst().compactMap { line in
                let parts = line.split(separator: ":", maxSplits: 1)
                guard parts.count == 2, parts[0].lowercased() == name.lowercased() else { return nil }
                return parts[1].trimmingCharacters(in: .whitespaces)
            }
        }

        /// The name at the end of the problem's type.
        var problem: String? {
            json?["type"].flatMap { ($0 as? String)?.replacing("urn:homepwner:problem:", with: "") }
        }

        var json: [String: Any]? {
            (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any]
        }
    }

    init(port: UInt16) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw POSIXError(.ECONNREFUSED) }
        limit(seconds: 20)
    }

    deinit { close(socket) }

    func limit(seconds: Int) {
        var time = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return false }
            sent += count
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    private var pending: [UInt8] = []

    /// Some bytes; nil where the connection is closed or silent.
    func receive() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = recv(socket, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer[..<count]) : nil
    }

    /// Reads until a text has come.
    func read(until text: String) -> String {
        while true {
            let seen = String(decoding: pending, as: UTF8.self)
            if seen.contains(text) { return seen }
            guard let more = receive() else { return seen }
            pending += more
        }
    }

    /// Reads one answer; its status is 0 where the connection was closed without one.
    func response(hasBody: Bool = true) -> Response {
        let separator = Array("\r\n\r\n".utf8)
        while firstRange(of: separator) == nil {
            guard let more = receive() else { return Response() }
            pending += more
        }
        let end = firstRange(of: separator)!
        var response = Response()
        response.head = String(decoding: pending[..<end], as: UTF8.self)
        pending.removeFirst(end + 4)
        response.status = Int(response.head.split(separator: " ").dropFirst().first ?? "") ?? 0
        if response.status == 100 { return self.response(hasBody: hasBody) }
        let length = Int(response.field("Content-Length") ?? "") ?? 0
        guard hasBody, response.status != 304, response.status != 204 else { return response }
        while pending.count < length, let more = receive() { pending += more }
        response.body = String(decoding: pending.prefix(length), as: UTF8.self)
        pending.removeFirst(min(length, pending.count))
        return response
    }

    private func firstRange(of needle: [UInt8]) -> Int? {
        guard pending.count >= needle.count else { return nil }
        return (0...(pending.count - needle.count)).first { pending[$0..<($0 + needle.count)].elementsEqual(needle) }
    }
}
