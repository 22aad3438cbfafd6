import Files
import Glibc
import JSON
import Message

/// A request to an identity provider, made by the program curl.
///
/// curl knows the certificates that this system trusts, and is a process of its own: its time and its answer are limited,
/// and nothing that a provider sends reaches this program but JSON. It follows no redirect, so that no other machine is asked.
struct ProviderRequest {
    let url: String
    /// The fields of a form to post; nil to get.
    var form: [(name: String, value: String)]?
    /// The value of the field `Authorization`; nil for none.
    var authorization: String?

    /// The most bytes of an answer.
    private static let mostBytes = 1 << 20

    /// Asks the provider.
    /// - Parameter end: the latest time, on the ``MonotonicClock``.
    /// - Throws: a ``ProviderError`` if the answer is late or not JSON.
    func answer(by end: Double) throws(ProviderError) -> (status: Int, json: JSONValue) {
        let seconds = end - MonotonicClock.now()
        guard seconds > 0 else { throw .unreachable(url, reason: String(cString: strerror(ETIMEDOUT))) }
        // One end is both the input and the output of curl. No other process inherits it.
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw .unreachable(url, reason: String(cString: strerror(errno)))
        }
        defer { close(ends[0]) }
        let curl: ChildProcess
        do {
            defer { close(ends[1]) }
            // The first option keeps curl from reading a file of options of its own.
            curl = try ChildProcess(
                "curl", arguments: ["curl", "--disable", "--config", "-"],
                sources: [0: .descriptor(ends[1]), 1: .descriptor(ends[1])], isApart: true, seconds: seconds + 1)
        } catch {
            throw .noCurl(reason: String(cString: strerror(error.code)))
        }
        try send(options(seconds: seconds), to: ends[0])
        let output = try? readFile(ends[0], path: "curl", upTo: Self.mostBytes + 1)
        shutdown(ends[0], Int32(SHUT_RDWR))
        let ending = curl.wait()
        guard let output, output.count <= Self.mostBytes, let last = output.lastIndex(of: UInt8(ascii: "\n")) else {
            throw .unreadable(url)
        }
        let words = String(decoding: output[(last + 1)...], as: UTF8.self)
            .split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard ending == .exited(status: 0), words.count == 2, let status = Int(words[0]) else {
            throw .unreachable(url, reason: words.count == 2 ? String(words[1]).excerpt : "curl")
        }
        guard let json = try? JSONValue(parsing: Array(output[..<last]), rejectsDuplicateNames: true) else {
            throw status == 200 ? .unreadable(url) : .status(url, status)
        }
        return (status, json)
    }

    /// The options of curl, in the form of its file (`curl(1)`). They have secrets, which arguments would show to all users.
    private func options(seconds: Double) -> [String] {
        // Whole seconds: curl reads a fraction as the user's language writes it.
        var options = [
            ("url", url), ("proto", "=http,https"), ("max-time", "\(Int(seconds.rounded(.up)))"),
            ("header", "Accept: application/json"), ("write-out", "\\n%{http_code} %{errormsg}"),
        ]
        if let form {
            let pairs = form.map { "\(PercentCoding.encode($0.name))=\(PercentCoding.encode($0.value))" }
            options.append(("data", pairs.joined(separator: "&")))
        }
        if let authorization { options.append(("header", "Authorization: \(authorization)")) }
        return ["silent", "globoff"] + options.map { #"\#($0) = "\#($1)""# }
    }

    private func send(_ lines: [String], to descriptor: Int32) throws(ProviderError) {
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
    static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }
}

/// Why an identity provider could not sign anybody in. A fault of the provider or of the options, and not of the person.
enum ProviderError: Error, Equatable {
    /// The program curl could not be started.
    case noCurl(reason: String)
    case unreachable(String, reason: String)
    /// It answered with an error.
    case status(String, Int)
    /// Its answer is not JSON, or too long.
    case unreadable(String)
    /// Its description of itself has no good value of this name.
    case badDescription(String, member: String)
    /// The part of the ID token that is wrong.
    case badToken(IDToken.Fault)
}

extension ProviderError: MessageConvertible {
    var message: Message {
        switch self {
        case .noCurl(let reason): Message("provider.noCurl", ["reason": .text(reason)])
        case .unreachable(let url, let reason):
            Message("provider.unreachable", ["address": .text(url), "reason": .text(reason)])
        case .status(let url, let status):
            Message("provider.status", ["address": .text(url), "status": .value(status)])
        case .unreadable(let url): Message("provider.unreadable", ["address": .text(url)])
        case .badDescription(let url, let member):
            Message("provider.badDescription", ["address": .text(url), "name": .text(member)])
        case .badToken(let fault): Message("provider.badToken", ["name": .text(fault.rawValue)])
        }
    }
}
