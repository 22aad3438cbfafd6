import Glibc

/// A request over HTTP, made by the program curl.
///
/// curl knows the certificates that this system trusts, and is a process of its own: its time and its answer are limited. It
/// follows no redirect, so that no other machine is asked.
package struct CurlRequest {
    let url: String
    /// More options of curl: their long names and values.
    package var options: [(name: String, value: String)]
    /// The bytes to post; nil for those of the options, or to get.
    package var body: [UInt8]?

    /// The most bytes of an answer.
    private static let mostBytes = 1 << 20

    /// - Parameters:
    ///   - url: of visible ASCII; see ``isPlain(_:)``.
    ///   - headers: fields of the request: `Accept: application/json`.
    package init(url: String, headers: [String], body: [UInt8]? = nil) {
        (self.url, self.body) = (url, body)
        options = headers.map { ("header", $0) }
    }

    /// Asks the server.
    /// - Throws: a ``CurlError`` if the answer is late.
    package func answer(within seconds: Double) throws(CurlError) -> (status: Int, body: [UInt8]) {
        guard seconds > 0 else { throw .unreachable(reason: String(cString: strerror(ETIMEDOUT))) }
        // One end is both the input and the output of curl. No other process inherits it.
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw .unreachable(reason: String(cString: strerror(errno)))
        }
        defer { close(ends[0]) }
        let posted: TemporaryFile?
        do { posted = try body.map(CurlRequest.file) } catch {
            throw .notStarted(reason: String(cString: strerror(error.code)))
        }
        let curl: ChildProcess
        do {
            defer { close(ends[1]) }
            var sources: [Int32: ChildProcess.Source] = [0: .descriptor(ends[1]), 1: .descriptor(ends[1])]
            if let posted { sources[3] = .descriptor(posted.descriptor) }
            // The first option keeps curl from reading a file of options of its own.
            curl = try ChildProcess(
                "curl", arguments: ["curl", "--disable", "--config", "-"], sources: sources, isApart: true,
                seconds: seconds + 1)
        } catch {
            throw .notStarted(reason: String(cString: strerror(error.code)))
        }
        send(lines(seconds: seconds), to: ends[0])
        let output = try? readFile(ends[0], path: "curl", upTo: Self.mostBytes + 1)
        shutdown(ends[0], Int32(SHUT_RDWR))
        let ending = curl.wait()
        guard let output, output.count <= Self.mostBytes, let last = output.lastIndex(of: UInt8(ascii: "\n")) else {
            throw .unreadable
        }
        let words = String(decoding: output[(last + 1)...], as: UTF8.self)
            .split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard ending == .exited(status: 0), words.count == 2, let status = Int(words[0]) else {
            throw .unreachable(reason: words.count == 2 ? String(words[1]) : "curl")
        }
        return (status, Array(output[..<last]))
    }

    private static func file(of bytes: [UInt8]) throws(FileError) -> TemporaryFile {
        let file = try TemporaryFile()
        try file.write(bytes)
        lseek(file.descriptor, 0, SEEK_SET)
        return file
    }

    /// The lines of curl's file of options (`curl(1)`). They may have secrets, which arguments would show to all users.
    private func lines(seconds: Double) -> [String] {
        // Whole seconds: curl reads a fraction as the user's language writes it.
        var pairs =
            [
                ("url", url), ("proto", "=http,https"), ("max-time", "\(Int(seconds.rounded(.up)))"),
                ("write-out", "\\n%{http_code} %{errormsg}"),
            ] + options
        if body != nil { pairs.append(("data-binary", "@/proc/self/fd/3")) }
        return ["silent", "globoff"] + pairs.map { #"\#($0) = "\#($1)""# }
    }

    private func send(_ lines: [String], to descriptor: Int32) {
        var rest = Array(lines.joined(separator: "\n").utf8)[...]
        while !rest.isEmpty {
            // Without a signal if curl has ended already.
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Whether curl takes a text as it is within quotation marks: visible ASCII without quotation marks and backslashes.
    package static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }
}

/// Why curl brought no answer.
package enum CurlError: Error, Equatable {
    /// The program could not be started.
    case notStarted(reason: String)
    case unreachable(reason: String)
    /// The answer is too long.
    case unreadable
}
