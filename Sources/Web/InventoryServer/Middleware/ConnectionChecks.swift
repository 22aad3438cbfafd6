import Files
import HTTPServer
import Message
import Synchronization

/// 1. The request names this server.
struct HostCheck: Middleware {
    let hosts: HostPolicy

    func check(_ head: RequestHead, _ context: inout RequestContext) throws {
        guard hosts.allows(head.headers[.host]) else { throw HTTPError(.wrongHost) }
    }
}

/// 2. The header is small and unambiguous, and the body is not too large.
struct SizeCheck: Middleware {
    let limits: ServerLimits

    func check(_ head: RequestHead, _ context: inout RequestContext) throws {
        let headers = head.headers
        guard headers.size <= limits.header else { throw HTTPError(.headersTooLarge) }
        guard headers.repeated == nil else { throw HTTPError(.malformedRequest, Message("http.repeatedField")) }
        guard !headers.hasBadName else { throw HTTPError(.malformedRequest, Message("http.invalidFieldName")) }
        if let encoding = headers[.transferEncoding] {
            // Requests are smuggled past proxies with two contradicting lengths (RFC 9112, 6.1).
            guard headers[.contentLength] == nil else {
                throw HTTPError(.malformedRequest, Message("http.lengthAndTransferEncoding"))
            }
            guard encoding.lowercased() == "chunked" else {
                throw HTTPError(.malformedRequest, Message("http.unknownTransferEncoding"))
            }
        }
        guard let length = headers[.contentLength] else { return }
        guard (1...18).contains(length.utf8.count), length.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let count = Int(length)
        else { throw HTTPError(.malformedRequest, Message("http.invalidContentLength")) }
        guard count <= context.bodyLimit else { throw HTTPError(.bodyTooLarge) }
    }
}

/// 4. The peer does not send too many requests.
final class RateCheck: Middleware {
    private let isLimited: Bool
    private let limiter: Mutex<RateLimiter?>

    /// - Parameter perSecond: the rate; nil for no limit.
    init(perSecond: Int?) {
        isLimited = perSecond != nil
        limiter = Mutex(perSecond.map(RateLimiter.init))
    }

    func check(_ head: RequestHead, _ context: inout RequestContext) throws {
        guard isLimited, let wait = limiter.withLock({ $0?.take(head.peer, now: MonotonicClock.now()) }) else { return }
        var error = HTTPError(.tooManyRequests)
        error.retryAfter = max(1, Int(wait.rounded(.up)))
        throw error
    }

    fileprivate func refund(_ peer: Peer) {
        if isLimited { limiter.withLock { $0?.refund(peer) } }
    }
}

/// 7. Files do not count for readers who are signed in or opened a share link: a page may show hundreds of pictures.
struct FileRefund: Middleware {
    let rate: RateCheck

    func check(_ head: RequestHead, _ context: inout RequestContext) throws {
        if case .anonymous = context.caller { return }
        if context.route == .file { rate.refund(head.peer) }
    }
}
