import Files
import HTTPServer
import Synchronization

/// The sessions, and the one-time token for the next sign-in.
///
/// Everything is in memory: all sessions end with the program.
final class SessionStore: Sendable {
    /// Seconds for which a one-time token is valid.
    static let tokenSeconds = 600.0
    /// Seconds after which an idle session ends, and every session.
    static let idleSeconds = 12.0 * 3600
    static let longestSeconds = 7.0 * 24 * 3600
    /// The maximum number of sessions. Beyond it the one that was idle longest ends.
    static let limit = 256

    private static let selectorLength = 12
    private static let verifierLength = 43

    private struct Entry {
        let session: Session
        let verifier: String
        let begun: Double
        var used: Double
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var token: (text: String, until: Double)?
        var lock = SignInLockout()
    }

    private let state = Mutex(State())
    private let clock: @Sendable () -> Double

    init(clock: @escaping @Sendable () -> Double = MonotonicClock.now) { self.clock = clock }

    /// Makes a one-time token. The previous one becomes invalid.
    func makeToken() -> String {
        let token = Secret.typable(groups: 4)
        let until = clock() + SessionStore.tokenSeconds
        state.withLock { $0.token = (SessionStore.canonical(token), until) }
        return token
    }

    /// Exchanges a one-time token for a session and the secret that proves it.
    ///
    /// A right token is accepted from a peer that has to wait: its 80 random bits cannot be guessed, and users of one
    /// machine are one peer, so that otherwise any of them could keep the owner out.
    /// - Throws: `wrongToken`; `lockedOut` if it is wrong and the peer has to wait after other wrong ones.
    func signIn(_ token: String, kind: Session.Kind, peer: Peer) throws(HTTPError) -> (session: Session, secret: String)
    {
        let now = clock()
        return try state.withLock { state throws(HTTPError) in
            guard let known = state.token, now < known.until,
                ConstantTime.areEqual(known.text, SessionStore.canonical(token))
            else {
                let left = state.lock.wait(peer, now: now)
                guard left == 0 else { throw SessionStore.locked(left) }
                let wait = state.lock.fail(peer, now: now)
                var error = HTTPError(.wrongToken)
                if wait > 0 { error.retryAfter = Int(wait.rounded(.up)) }
                throw error
            }
            state.token = nil
            state.lock.succeed(peer)
            if state.entries.count >= SessionStore.limit,
                let oldest = state.entries.min(by: { $0.value.used < $1.value.used })
            {
                state.entries[oldest.key] = nil
            }
            let selector = Secret.text(SessionStore.selectorLength)
            let verifier = Secret.text(SessionStore.verifierLength)
            let session = Session(kind: kind, selector: selector, csrfToken: Secret.text(SessionStore.verifierLength))
            state.entries[selector] = Entry(session: session, verifier: verifier, begun: now, used: now)
            return (session, selector + verifier)
        }
    }

    /// The session that a secret proves; nil if there is none of this kind.
    func session(_ secret: String, kind: Session.Kind) -> Session? {
        let length = SessionStore.selectorLength
        guard secret.utf8.count == length + SessionStore.verifierLength else { return nil }
        let selector = String(decoding: secret.utf8.prefix(length), as: UTF8.self)
        let verifier = String(decoding: secret.utf8.dropFirst(length), as: UTF8.self)
        let now = clock()
        return state.withLock { state in
            // The time of this lookup may depend on the selector, which is no secret; the verifier is compared in constant time.
            guard let entry = state.entries[selector] else { return nil }
            guard ConstantTime.areEqual(entry.verifier, verifier), entry.session.kind == kind else { return nil }
            guard SessionStore.isGood(entry, at: now) else {
                state.entries[selector] = nil
                return nil
            }
            state.entries[selector]?.used = now
            return entry.session
        }
    }

    /// Whether a session is open. This does not count as use.
    func isOpen(_ selector: String) -> Bool {
        let now = clock()
        return state.withLock { $0.entries[selector].map { SessionStore.isGood($0, at: now) } ?? false }
    }

    private static func isGood(_ entry: Entry, at now: Double) -> Bool {
        now - entry.used < idleSeconds && now - entry.begun < longestSeconds
    }

    /// Ends a session.
    func signOut(_ session: Session) { state.withLock { $0.entries[session.selector] = nil } }

    /// Ends all sessions, and makes the one-time token invalid.
    func signOutAll() {
        state.withLock { state in
            state.entries = [:]
            state.token = nil
        }
    }

    private static func locked(_ wait: Double) -> HTTPError {
        var error = HTTPError(.lockedOut)
        error.retryAfter = Int(wait.rounded(.up))
        return error
    }

    /// Normalises a typed token: upper case without dashes and spaces, and digits for the letters that look like them.
    private static func canonical(_ token: String) -> String {
        var bytes: [UInt8] = []
        for byte in token.uppercased().utf8 {
            switch byte {
            case UInt8(ascii: "-"), UInt8(ascii: " "): continue
            case UInt8(ascii: "O"): bytes.append(UInt8(ascii: "0"))
            case UInt8(ascii: "I"), UInt8(ascii: "L"): bytes.append(UInt8(ascii: "1"))
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
