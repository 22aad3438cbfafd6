import Delivery
import Files
import FoundationEssentials
import Glibc
import Inventory
import InventoryStore
import Localization
import Message
import Reports

extension Command {
    static let stamp = Command(
        name: "stamp",
        options: [.stampAuthority, .stampRequest, .stampResponse, .stampCertificates, .store, .help],
        examples: [
            "stamp --tsa https://freetsa.org/tsr --tsa-certificates cacert.pem",
            "stamp --request home.tsq",
            "stamp --response home.tsr --tsa-certificates cacert.pem",
        ],
        run: { invocation in
            let arguments = invocation.arguments
            let ways = [Option.stampAuthority, .stampRequest, .stampResponse]
            try arguments.allowOnlyOne(of: ways)
            guard ways.contains(where: arguments.has) else {
                throw UsageError.nothingToDo(localized("stamp.wayExpected"))
            }
            let url = arguments.text(.stampAuthority)
            if let url, !isAddress(url) {
                throw UsageError.badValue(option: "--tsa", problem: localized("stamp.addressExpected"))
            }
            try arguments.allowOnlyOne(of: [.stampRequest, .stampCertificates])
            let request = arguments.text(.stampRequest)
            try OutputPathCheck.check(request, word: "--request", store: try invocation.storePath())
            let store = try invocation.openStore()
            if let file = arguments.text(.stampResponse) {
                guard var stamp = try store.snapshot().stamps[""].flatMap(Stamp.init(text:)) else {
                    throw CommandError.work(localized("stamp.noneWaits"))
                }
                stamp.response = try readFile(file, upTo: 1 << 20)
                return try invocation.keep(stamp, in: store)
            }
            var stamp = try Progress.during(localized("progress.checking"), on: invocation.console) {
                try Stamp(of: store.snapshot(), id: store.identifier.text)
            }
            guard let url else {
                try store.save(stamp: stamp.text, named: nil)
                return try invocation.write(stamp, to: request ?? "-")
            }
            stamp.response = try answer(to: stamp.request, from: url)
            try invocation.keep(stamp, in: store)
        })

    private static func isAddress(_ url: String) -> Bool {
        CurlRequest.isPlain(url) && ["http://", "https://"].contains { url.hasPrefix($0) }
    }

    /// Seconds for which an authority may take.
    private static let longestSeconds = 60.0

    /// Asks a time stamp authority (RFC 3161, 3.4).
    private static func answer(to request: [UInt8], from url: String) throws -> [UInt8] {
        var post = CurlRequest(
            url: url, headers: ["Content-Type: application/timestamp-query", "Accept: application/timestamp-reply"],
            body: request)
        post.options.append(("noproxy", "*"))
        do {
            let (status, body) = try post.answer(within: longestSeconds)
            guard status == 200 else {
                throw CommandError.work(localized("stamp.status", ["address": .text(url), "status": .value(status)]))
            }
            return body
        } catch let error as CurlError {
            let message =
                switch error {
                case .notStarted(let reason): localized("provider.noCurl", ["reason": .text(reason)])
                case .unreachable(let reason):
                    localized("provider.unreachable", ["address": .text(url), "reason": .text(reason.excerpt)])
                case .unreadable: localized(TimeStampError.unreadable.message)
                }
            throw CommandError.work(message)
        }
    }
}

extension Invocation {
    /// Checks the answer to a request and keeps it in the inventory.
    fileprivate func keep(_ stamp: Stamp, in store: InventoryStore) throws {
        let answer = try TimeStamp(request: stamp.request, response: stamp.response)
        let certificates = arguments.text(.stampCertificates)
        if let certificates { try answer.check(certificates: certificates) }
        // In the order of their times, and one of another authority beside it.
        let tag = SHA256.hexadecimalDigest(of: stamp.response).prefix(16)
        try store.save(stamp: stamp.text, named: "\(answer.time) \(tag)")
        let done = localized("stamp.done", ["time": .text("\(answer.time)")])
        try announce(Phrases.clauses([done, certificates == nil ? localized("stamp.unchecked") : nil]))
    }

    /// Writes the request of a stamp.
    fileprivate func write(_ stamp: Stamp, to path: String) throws {
        guard path != "-" else { return try writeAll(stamp.request.span, to: STDOUT_FILENO, path: "-") }
        let file = try AtomicFile(replacing: path)
        try file.write(stamp.request)
        try file.commit()
        try announce(localized("stamp.requested", ["file": .text(path.onOneLine)]))
    }
}

extension Option {
    fileprivate static let stampAuthority = value("tsa", "URL")
    fileprivate static let stampRequest = value("request", "FILE")
    fileprivate static let stampResponse = value("response", "FILE")
    static let stampCertificates = value("tsa-certificates", "FILE")
}
