import Files
import FoundationEssentials
import Glibc
import HTTPServer
import Inventory
import InventoryStore
import Synchronization

/// The sessions, and the one-time tokens for signing in.
///
/// With a file, sessions outlast a restart; the server's own one-time tokens never do. Those of people are in the inventory. Sessions of an inventory on a database server
/// are in its tables instead (``SharedSessions``), and what is in memory is a copy that ``SessionRefresher`` renews: network
/// threads must not wait for a database.
final class SessionStore: Sendable {
    /// Seconds for which a one-time token is valid.
    static let tokenSeconds = 600.0
    /// Seconds after which an idle session ends, and every session.
    static let idleSeconds = 12.0 * 3600
    static let longestSeconds = 7.0 * 24 * 3600
    /// Seconds between two notes in the table that a session is used.
    private static let noteSeconds = 60.0

    private static let selectorLength = 12
    private static let verifierLength = 43

    private struct Entry {
        let kind: Session.Kind
        /// The name of the person, or the id of the share link; nil for the owner.
        let holder: String?
        /// The digest of the verifier.
        let digest: String
        let begun: Double
        var used: Double
    }

    private struct State {
        var entries: [String: Entry] = [:]
        /// The tokens that this server made, by their canonical text.
        var tokens: [String: (person: String?, until: Double)] = [:]
        /// The people and share links that the pages admit.
        var admissions = Admissions()
        var lock = SignInLockout()
        /// When the sessions were stored in the file.
        var saved = 0.0
        /// Grows with every session that begins or ends here.
        var generation = 0

        /// Adds a session. Beyond the limit of its kind the one of the same holder, or else of all, that was idle longest
        /// ends.
        mutating func insert(_ entry: Entry, for selector: String) {
            let rivals = entries.filter { ($0.value.kind == .visitor) == (entry.kind == .visitor) }
            if entries[selector] == nil, rivals.count >= entry.kind.limit,
                let oldest = rivals.min(by: {
                    let isOwn = ($0.value.holder == entry.holder, $1.value.holder == entry.holder)
                    return isOwn.0 == isOwn.1 ? $0.value.used < $1.value.used : isOwn.0
                })
            {
                entries[oldest.key] = nil
            }
            entries[selector] = entry
        }
    }

    private let state = Mutex(State())
    private let inventory: InventoryStore?
    private let shared: SharedSessions?
    /// The people of the database server, who sign in once for all inventories; nil if there are none here.
    let server: ServerPeople?
    private let clock: @Sendable () -> Double
    private let file: SessionFile?
    /// Seconds after which the use of a session is stored in the file.
    private static let saveSeconds = 300.0

    /// - Parameters:
    ///   - inventory: whose people and share links sign in.
    ///   - shared: the tables of an inventory on a database server.
    ///   - file: the file of the sessions of an inventory in a folder.
    ///   - server: the people of the server whose inventory it is.
    init(
        of inventory: InventoryStore? = nil, shared: SharedSessions? = nil, file: SessionFile? = nil,
        server: ServerPeople? = nil, clock: @escaping @Sendable () -> Double = MonotonicClock.now
    ) {
        self.inventory = inventory
        self.shared = shared
        self.server = server
        self.clock = clock
        self.file = file
        try? loadAdmissions()
        guard let file else { return }
        let now = clock()
        let offset = now - SessionStore.timeOfDay()
        state.withLock { state in
            for saved in file.load() {
                // A time of day that was set back makes no session younger than the program.
                let used = min(now, saved.used + offset)
                let entry = Entry(
                    kind: saved.kind, holder: saved.holder, digest: saved.digest, begun: min(now, saved.begun + offset),
                    used: used)
                if SessionStore.isGood(entry, of: state.admissions, at: now) { state.entries[saved.selector] = entry }
            }
            state.saved = now
        }
    }

    private static func timeOfDay() -> Double { Double(WallClock.milliseconds()) / 1000 }

    /// Stores the sessions in the file.
    func save() { state.withLock { save(&$0) } }

    private func save(_ state: inout State) {
        guard let file else { return }
        let now = clock()
        let offset = SessionStore.timeOfDay() - now
        state.saved = now
        file.save(
            state.entries.filter { SessionStore.isGood($0.value, of: state.admissions, at: now) }.map {
                selector, entry in
                SessionFile.Entry(
                    selector: selector, kind: entry.kind, holder: entry.holder, digest: entry.digest,
                    begun: entry.begun + offset, used: entry.used + offset)
            })
    }

    /// The maximum number of one-time tokens of a server. Beyond it the oldest becomes invalid.
    private static let mostTokens = 32

    /// Makes a one-time token.
    /// - Parameter person: the person whom it signs in; nil for the owner, who has no name.
    func makeToken(for person: String? = nil) -> String {
        let token = SessionStore.newToken()
        let until = clock() + SessionStore.tokenSeconds
        // If the database cannot be reached, signing in fails; the next token tries again.
        guard shared == nil else {
            try? shared?.add(
                token: SessionStore.digest(ofToken: token), for: person, seconds: SessionStore.tokenSeconds)
            return token
        }
        let now = clock()
        state.withLock { state in
            state.tokens = state.tokens.filter { now < $0.value.until }
            if state.tokens.count >= SessionStore.mostTokens,
                let oldest = state.tokens.min(by: { $0.value.until < $1.value.until })
            {
                state.tokens[oldest.key] = nil
            }
            state.tokens[SessionStore.canonical(token)] = (person, until)
        }
        return token
    }

    static func newToken() -> String { Secret.typable(groups: 4) }

    /// The digest of a one-time token, however it is typed.
    static func digest(ofToken token: String) -> String { SHA256.hexadecimalDigest(of: canonical(token)) }

    /// Exchanges a one-time token for a session and the secret that proves it.
    ///
    /// A right token is accepted from a peer that has to wait: its 80 random bits cannot be guessed, and users of one
    /// machine are one peer, so that otherwise any of them could keep the owner out.
    /// - Throws: `wrongToken`; `lockedOut` if it is wrong and the peer has to wait after other wrong ones; `serverBusy` if
    ///   the database cannot be reached.
    func signIn(_ token: String, kind: Session.Kind, peer: Peer) throws -> (session: Session, secret: String) {
        if let begun = try begin(token, kind) ?? beginAtServer(token, kind) {
            // Whoever has a share link could guess codes for ever.
            if begun.session.kind != .visitor { state.withLock { $0.lock.succeed(peer) } }
            return begun
        }
        let now = clock()
        return try state.withLock { state in
            let left = state.lock.wait(peer, now: now)
            guard left == 0 else { throw SessionStore.locked(left) }
            let wait = state.lock.fail(peer, now: now)
            var error = HTTPError(.wrongToken)
            if wait > 0 { error.retryAfter = Int(wait.rounded(.up)) }
            throw error
        }
    }

    /// Exchanges a token for a session.
    /// - Parameter isUsable: whether the token of somebody may be used here; if not, it stays as it is.
    /// - Returns: nil if the token is wrong.
    private func begin(
        _ token: String, _ kind: Session.Kind, where isUsable: (TokenHolder) -> Bool = { _ in true }
    ) throws -> (session: Session, secret: String)? {
        let now = clock()
        let selector = Secret.text(SessionStore.selectorLength)
        let verifier = Secret.text(SessionStore.verifierLength)
        let digest = SHA256.hexadecimalDigest(of: verifier)
        let holder = try take(token, kind, selector: selector, digest: digest, now: now) { holder in
            // A share link is opened by browsers alone.
            (kind == .cookie || kind.of(holder) == kind) && isUsable(holder)
        }
        guard let holder else { return nil }
        // A person or link may have been added since they were read.
        if holder.name != nil { try loadAdmissions() }
        return state.withLock { state in
            let entry = Entry(kind: kind.of(holder), holder: holder.name, digest: digest, begun: now, used: now)
            guard SessionStore.isGood(entry, of: state.admissions, at: now) else { return nil }
            state.insert(entry, for: selector)
            state.generation += 1
            save(&state)
            let session = Session(
                kind: entry.kind, selector: selector, verifier: verifier,
                person: entry.holder.flatMap { state.admissions.people[$0] }, of: state.admissions)
            return (session, selector + verifier)
        }
    }

    /// Exchanges the token of a person of the server who may see this inventory.
    private func beginAtServer(_ token: String, _ kind: Session.Kind) throws -> (session: Session, secret: String)? {
        guard let server else { return nil }
        try server.sessions.loadAdmissions()
        let people = server.sessions.admissions.people
        let begun = try server.sessions.begin(token, kind) { holder in
            holder.name.flatMap { people[$0] }.flatMap(role) != nil
        }
        return begun.flatMap { begun in admitted(begun.session).map { ($0, begun.secret) } }
    }

    /// Begins a session of a person whom a proxy or an identity provider has signed in.
    /// - Returns: the secret that proves it, and whether it is one of the server's people; nil if it is nobody or could be two, or
    ///   their sessions do not count yet.
    /// - Throws: `serverBusy` if the people cannot be read.
    func signIn(where isSignedIn: (Person) -> Bool) throws -> (secret: String, isOfServer: Bool)? {
        do { try loadAdmissions() } catch { throw HTTPError.busy }
        let people = admissions.people.values.filter(isSignedIn)
        guard people.isEmpty, let server else {
            guard let person = people.first, people.count == 1 else { return nil }
            return try begin(person).map { ($0, false) }
        }
        return try server.sessions.signIn { isSignedIn($0) && role(of: $0) != nil }.map { ($0.secret, true) }
    }

    /// Begins a session without a token.
    private func begin(_ person: Person) throws -> String? {
        let now = clock()
        let selector = Secret.text(SessionStore.selectorLength)
        let verifier = Secret.text(SessionStore.verifierLength)
        let digest = SHA256.hexadecimalDigest(of: verifier)
        let entry = Entry(kind: .cookie, holder: person.name, digest: digest, begun: now, used: now)
        guard state.withLock({ SessionStore.isGood(entry, of: $0.admissions, at: now) }) else { return nil }
        try shared?.begin(selector: selector, digest: digest, of: person)
        state.withLock { state in
            state.insert(entry, for: selector)
            state.generation += 1
            save(&state)
        }
        return selector + verifier
    }

    /// Uses a token up, here or in the inventory, or counts the visit of a share link.
    /// - Returns: nil if the token is wrong.
    private func take(
        _ token: String, _ kind: Session.Kind, selector: String, digest: String, now: Double,
        where isUsable: (TokenHolder) -> Bool
    ) throws -> TokenHolder? {
        let tokenDigest = SessionStore.digest(ofToken: token)
        if let shared {
            return try shared.begin(kind, selector: selector, digest: digest, for: tokenDigest, where: isUsable)
        }
        let canonical = SessionStore.canonical(token)
        let own = state.withLock { state -> TokenHolder? in
            var found: TokenHolder?
            for (text, known) in state.tokens where ConstantTime.areEqual(text, canonical) {
                found = now < known.until ? known.person.map(TokenHolder.person) ?? .owner : nil
            }
            found = found.flatMap { isUsable($0) ? $0 : nil }
            if found != nil { state.tokens[canonical] = nil }
            return found
        }
        if let own { return own }
        do { return try inventory?.take(token: tokenDigest, where: isUsable) } catch { throw HTTPError.busy }
    }

    /// Reads the people and share links that the pages admit.
    private func loadAdmissions() throws {
        guard let admissions = try shared?.admissions() ?? inventory?.admissions() else { return }
        state.withLock { $0.admissions = admissions }
    }

    /// The people and share links as they were last read, those links that are over too.
    var admissions: Admissions { state.withLock { $0.admissions } }

    /// The share link whose visitor has this secret in a cookie, and their session; nil for none.
    func visitor(_ secret: String) -> (link: ShareLink, session: Session)? {
        session(secret, kind: .visitor).flatMap { session in
            state.withLock { state in
                state.entries[session.selector]?.holder.flatMap { state.admissions.links[$0] }
            }.map { ($0, session) }
        }
    }

    /// The session that a secret proves; nil if none of this kind is known.
    func session(_ secret: String, kind: Session.Kind) -> Session? {
        guard let (selector, verifier) = SessionStore.parts(of: secret) else { return nil }
        let now = clock()
        // The time of this lookup may depend on the selector, which is not secret. The time of comparing digests does
        // not depend on the verifier.
        guard let entry = entry(selector, at: now), entry.digest == SHA256.hexadecimalDigest(of: verifier),
            entry.kind == kind
        else { return nil }
        let (person, admissions) = state.withLock { state in
            state.entries[selector]?.used = now
            return (entry.holder.flatMap { state.admissions.people[$0] }, state.admissions)
        }
        // The person was removed since the entry was read.
        if kind != .visitor, entry.holder != nil, person == nil { return nil }
        return Session(kind: kind, selector: selector, verifier: verifier, person: person, of: admissions)
    }

    /// Whether a secret may be that of a session which began at another server since the tables were read.
    func mayBeUnread(_ secret: String) -> Bool {
        guard let (selector, _) = SessionStore.parts(of: secret) else { return false }
        let stores = [self, server?.sessions].compactMap(\.self)
        return stores.contains { $0.shared != nil }
            && stores.allSatisfy { store in store.state.withLock { $0.entries[selector] == nil } }
    }

    /// Whether a secret proves a session that is known here.
    func isKnown(_ secret: String) -> Bool {
        [Session.Kind.cookie, .bearer, .visitor].contains { kind in
            session(secret, kind: kind) != nil || serverSession(secret, kind: kind) != nil
        }
    }

    private static func parts(of secret: String) -> (selector: String, verifier: String)? {
        guard secret.utf8.count == selectorLength + verifierLength else { return nil }
        return (
            String(decoding: secret.utf8.prefix(selectorLength), as: UTF8.self),
            String(decoding: secret.utf8.dropFirst(selectorLength), as: UTF8.self)
        )
    }

    /// Stores the uses of the last minutes in the file.
    func saveUses() {
        state.withLock { state in
            if clock() - state.saved > SessionStore.saveSeconds { save(&state) }
        }
    }

    /// Reads who may sign in, and the sessions of all servers from the tables, and notes there which ones were used here.
    /// - Returns: whether the database could be reached. If not, the sessions in memory stay valid.
    func refresh() -> Bool {
        do {
            try loadAdmissions()
            guard let shared else { return true }
            while true {
                let generation = state.withLock { $0.generation }
                let records = try shared.all()
                let now = clock()
                let used = state.withLock { state -> [String]? in
                    // A session that began or ended here meanwhile may be missing in what was read, or still be in it.
                    guard state.generation == generation else { return nil }
                    var used: [String] = []
                    let former = state.entries
                    state.entries = [:]
                    for (selector, record) in records {
                        let entry = Entry(
                            kind: record.kind, holder: record.holder, digest: record.digest, begun: now - record.age,
                            used: max(former[selector]?.used ?? 0, now - record.idle))
                        guard SessionStore.isGood(entry, of: state.admissions, at: now) else { continue }
                        state.entries[selector] = entry
                        if entry.used - (now - record.idle) >= SessionStore.noteSeconds { used.append(selector) }
                    }
                    return used
                }
                guard let used else { continue }
                if !used.isEmpty { try shared.touch(used) }
                return true
            }
        } catch {
            return false
        }
    }

    /// The number of sessions.
    var count: Int { state.withLock { $0.entries.count } }

    /// Whether a session is open here. This does not count as use.
    func isOpen(_ selector: String) -> Bool {
        entry(selector, at: clock()) != nil || server?.sessions.holder(of: selector).flatMap(role) != nil
    }

    /// The person of an open session.
    private func holder(of selector: String) -> Person? {
        entry(selector, at: clock())?.holder.flatMap { admissions.people[$0] }
    }

    private func entry(_ selector: String, at now: Double) -> Entry? {
        state.withLock { state in
            state.entries[selector].flatMap { SessionStore.isGood($0, of: state.admissions, at: now) ? $0 : nil }
        }
    }

    private static func isGood(_ entry: Entry, of admissions: Admissions, at now: Double) -> Bool {
        guard now - entry.used < idleSeconds, now - entry.begun < longestSeconds else { return false }
        guard let name = entry.holder else { return true }
        if entry.kind == .visitor { return admissions.links[name].map { Timestamp.now < $0.until } ?? false }
        guard let person = admissions.people[name] else { return false }
        return (entry.begun + timeOfDay() - now) * 1000 >= Double(person.since.milliseconds)
    }

    /// An open session of the owner or a person.
    struct Open: Sendable {
        let selector: String
        let kind: Session.Kind
        /// The name of the person; nil for the owner.
        let holder: String?
        let begun: Timestamp
        let used: Timestamp
    }

    /// The sessions of the owner and of people, the one that was used last first.
    var open: [Open] {
        let now = clock()
        func time(_ moment: Double) -> Timestamp {
            Timestamp(clampedMilliseconds: Int64((SessionStore.timeOfDay() + moment - now) * 1000))
        }
        let good = state.withLock { state in
            state.entries.filter {
                $0.value.kind != .visitor && SessionStore.isGood($0.value, of: state.admissions, at: now)
            }
        }
        return good.sorted { $0.value.used > $1.value.used }.map { selector, entry in
            Open(
                selector: selector, kind: entry.kind, holder: entry.holder, begun: time(entry.begun),
                used: time(entry.used))
        }
    }

    /// Ends a session. Other servers notice it within seconds.
    /// - Throws: `serverBusy` if the database cannot be reached; the session continues then.
    func end(_ selector: String) throws {
        try shared?.end(selector)
        state.withLock { state in
            state.entries[selector] = nil
            state.generation += 1
            save(&state)
        }
    }

    /// Ends all sessions of a person, or of everybody if it is nil, and makes the one-time tokens invalid.
    /// - Throws: as ``end(_:)``.
    func signOutAll(of person: Person? = nil) throws {
        try shared?.endAll(of: person?.name)
        state.withLock { state in
            state.entries = state.entries.filter { person != nil && $0.value.holder != person?.name }
            state.generation += 1
            state.tokens = state.tokens.filter { person != nil && $0.value.person != person?.name }
            save(&state)
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

/// A private file with the sessions of one server, so that they outlast a restart. It is outside the inventory, so that
/// no backup and no copy has it, and holds only hashes of the secrets.
struct SessionFile: Sendable {
    /// A session as it is stored. Times are in seconds since 1970.
    struct Entry: Equatable, Sendable {
        let selector: String
        let kind: Session.Kind
        /// The name of the person, or the id of the share link; nil for the owner.
        let holder: String?
        /// The SHA-256 of the secret's second part.
        let digest: String
        let begun: Double
        let used: Double
    }

    private let path: String

    /// - Parameters:
    ///   - folder: the folder for state of the program.
    ///   - store: the path of the inventory, so that a copy of it has sessions of its own.
    init(in folder: String, store: String, port: UInt16) {
        let name = SHA256.hexadecimalDigest(of: "\(Folder.realPath(store) ?? store) \(port)").prefix(32)
        path = "\(folder)/\(name)\(SessionFile.suffix)"
    }

    /// The folder beside it for the pages of share links.
    var sharedFolder: String { String(path.dropLast(SessionFile.suffix.utf8.count)) + SessionFile.sharedSuffix }

    /// The stored sessions; none if the file cannot be read or is damaged. Removes files of servers that no longer run.
    func load() -> [Entry] {
        removeOutdated()
        guard let data = try? Data(contentsOf: URL(filePath: path)) else { return [] }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
        guard lines.first == SessionFile.header[...] else { return [] }
        return lines.dropFirst().compactMap { line in
            // A name may have blanks, so it is the last part.
            let parts = line.split(separator: " ", maxSplits: 5).map(String.init)
            guard parts.count >= 5, let kind = Session.Kind(rawValue: parts[1]), parts[2].utf8.count == 64,
                let begun = Double(parts[3]), let used = Double(parts[4])
            else { return nil }
            return Entry(
                selector: parts[0], kind: kind, holder: parts.count > 5 ? parts[5] : nil, digest: parts[2],
                begun: begun, used: used)
        }
    }

    /// Replaces the stored sessions. A folder that cannot be written leaves sessions that end with the program.
    func save(_ entries: [Entry]) {
        guard !entries.isEmpty else {
            unlink(path)
            return
        }
        let lines = entries.map { entry in
            "\(entry.selector) \(entry.kind.rawValue) \(entry.digest) \(entry.begun) \(entry.used)"
                + (entry.holder.map { " \($0)" } ?? "")
        }
        let text = ([SessionFile.header] + lines).joined(separator: "\n") + "\n"
        SessionFile.makeFolder(Folder.parent(path))
        do {
            let file = try AtomicFile(replacing: path)
            try file.write(Array(text.utf8))
            try file.commit()
            chmod(path, 0o600)
        } catch {
            // The former file would let sessions in that were signed out.
            unlink(path)
        }
    }

    /// Makes the folder for state, which only its owner can read.
    static func makeFolder(_ path: String) {
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    private static let header = "homepwner-sessions 1"
    private static let suffix = ".sessions"
    private static let sharedSuffix = ".shared"

    /// Removes files that were not written to for longer than a session may last, and the pages of share links beside them.
    private func removeOutdated() {
        let folder = Folder.parent(path)
        let oldest = Double(WallClock.milliseconds()) / 1000 - SessionStore.longestSeconds
        func isOld(_ path: String) -> Bool {
            var status = stat()
            return stat(path, &status) == 0 && Double(status.st_mtim.tv_sec) < oldest
        }
        let paths = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).map { "\(folder)/\($0)" }
        for path in paths where path.hasSuffix(SessionFile.suffix) && isOld(path) { unlink(path) }
        // Without a session nobody reads the pages. This server's own are removed with what the index has of them.
        for path in paths where path.hasSuffix(SessionFile.sharedSuffix) && path != sharedFolder && isOld(path) {
            let sessions = path.dropLast(SessionFile.sharedSuffix.utf8.count) + SessionFile.suffix
            if access(String(sessions), F_OK) != 0 { Folder.removeAll(path) }
        }
    }
}

/// Reads the people and the shared sessions of an inventory when they have changed, and soon if a request shows a session that
/// is not known here.
final class SessionRefresher: Sendable {
    /// Seconds between two readings of an inventory whose changes cannot be told: what is revoked ends within a second.
    private static let interval = 0.45
    /// Seconds between two readings of others, which note the uses of sessions and find what is over.
    private static let longInterval = 60.0
    /// Minimum microseconds between two readings, whatever strangers send.
    private static let pause: UInt32 = 50_000

    private struct State {
        var waiting: [@Sendable (_ isRead: Bool) -> Void] = []
        /// Whether a reading is asked for, and whether a job reads until none is.
        var isWanted = false
        var isReading = false
        var isStopping = false
        /// The state that the latest reading found, and when it was asked for.
        var found: [Int64]?
        var time = -Double.infinity
    }

    private let state = Mutex(State())
    private let pool = WorkerPool(threads: 1)
    private let refresh: @Sendable () -> Bool
    /// That of the server's people, who are read first.
    private let server: SessionRefresher?

    /// - Parameters:
    ///   - server: reads the people of the server.
    ///   - refresh: reads the sessions; whether the database could be reached.
    init(after server: SessionRefresher? = nil, _ refresh: @escaping @Sendable () -> Bool) {
        (self.server, self.refresh) = (server, refresh)
    }

    /// Reads once more.
    func poll() { _ = read() }

    /// Reads if what a probe tells is not what was read.
    func poll(_ probe: StoreProbe) {
        let now = MonotonicClock.now()
        let isOutdated = state.withLock { state in
            let interval = probe.admissions == nil ? SessionRefresher.interval : SessionRefresher.longInterval
            guard state.found != probe.admissions || now - state.time > interval else { return false }
            (state.found, state.time) = (probe.admissions, now)
            return true
        }
        if isOutdated { _ = read() }
    }

    /// Calls back after a reading that begins from now on, on the thread of the readings, which it must not block.
    func afterReading(_ action: @escaping @Sendable (_ isRead: Bool) -> Void) {
        guard let server else { return afterOwnReading(action) }
        server.afterReading { [self] isRead in
            afterOwnReading { action($0 && isRead) }
        }
    }

    private func afterOwnReading(_ action: @escaping @Sendable (_ isRead: Bool) -> Void) {
        if !read(action) { action(false) }
    }

    /// - Returns: false if there will be no reading.
    private func read(_ action: (@Sendable (_ isRead: Bool) -> Void)? = nil) -> Bool {
        state.withLock { state in
            guard !state.isStopping else { return false }
            if !state.isReading { state.isReading = pool.submit { [self] in readWhileWanted() } }
            guard state.isReading else { return false }
            state.isWanted = true
            if let action { state.waiting.append(action) }
            return true
        }
    }

    private func readWhileWanted() {
        while let (waiting, isStopping) = next() {
            let isRead = !isStopping && refresh()
            // The next probe has it read again.
            if !isRead { state.withLock { $0.found = nil } }
            for action in waiting { action(isRead) }
            usleep(SessionRefresher.pause)
        }
    }

    /// Those who wait for the next reading; nil if none is asked for, which ends the job.
    private func next() -> (waiting: [@Sendable (_ isRead: Bool) -> Void], isStopping: Bool)? {
        state.withLock { state in
            state.isReading = state.isWanted
            guard state.isWanted else { return nil }
            defer { (state.isWanted, state.waiting) = (false, []) }
            return (state.waiting, state.isStopping)
        }
    }

    /// Ends the readings; waiting requests continue without one.
    func stop(by end: Double) {
        state.withLock { $0.isStopping = true }
        pool.stop(by: end)
    }
}

/// Slows down guessing of tokens: after some wrong tokens a peer has to wait, twice as long each time.
///
/// A successful sign-in resets the count.
struct SignInLockout {
    /// Wrong tokens without a wait, because people mistype.
    static let free = 3
    /// The longest wait in seconds.
    static let longest = 900.0
    /// The maximum number of peers. Beyond it the one that failed longest ago is forgotten.
    static let peers = 1024

    private struct Record {
        var failures = 0
        var last = 0.0
        var until = 0.0
    }

    private var records: [Peer: Record] = [:]

    /// The seconds that a peer still has to wait.
    func wait(_ peer: Peer, now: Double) -> Double { max(0, (records[peer]?.until ?? 0) - now) }

    /// Counts a wrong token.
    /// - Returns: the seconds to wait before the next try.
    mutating func fail(_ peer: Peer, now: Double) -> Double {
        if records[peer] == nil, records.count >= SignInLockout.peers,
            let oldest = records.min(by: { $0.value.last < $1.value.last })
        {
            records[oldest.key] = nil
        }
        var record = records[peer] ?? Record()
        // After an hour without a failure the count starts again.
        if now - record.last > 3600 { record.failures = 0 }
        record.failures += 1
        record.last = now
        var wait = 0.0
        if record.failures > SignInLockout.free {
            let doublings = min(record.failures - SignInLockout.free - 1, 20)
            wait = min(SignInLockout.longest, Double(1 << doublings))
        }
        record.until = now + wait
        records[peer] = record
        return wait
    }

    mutating func succeed(_ peer: Peer) { records[peer] = nil }
}
