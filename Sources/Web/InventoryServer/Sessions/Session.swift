import Files
import HTTPServer
import Inventory
import InventoryStore

/// The people of a database server, as one of its inventories admits them.
struct ServerPeople: Sendable {
    /// Their sessions, which are good for every inventory that they may see.
    let sessions: SessionStore
    /// Reads who they are, and their sessions.
    let refresher: SessionRefresher
    let cookie: SessionCookie
    /// The name of the inventory.
    private(set) var inventory: String
    /// Whether the server has pages of its own, under the common host name.
    let hasPages: Bool
    private let poller: ChangePoller

    /// Starts to read them.
    init(sessions: SessionStore, cookie: SessionCookie, inventory: String, hasPages: Bool, poller: ChangePoller) {
        refresher = SessionRefresher { sessions.refresh() }
        (self.sessions, self.cookie, self.poller) = (sessions, cookie, poller)
        (self.inventory, self.hasPages) = (inventory, hasPages)
        poller.add(refresher)
    }

    /// Ends the readings.
    func stop(by end: Double) {
        poller.remove(refresher)
        refresher.stop(by: end)
    }

    /// The same people in another inventory.
    func of(_ inventory: String) -> ServerPeople {
        var copy = self
        copy.inventory = inventory
        return copy
    }
}

extension SessionStore {
    /// The role of one of the server's people here; nil for none. A person of the inventory itself comes first: somebody else of the
    /// same name is not admitted, as the journal could not tell them apart.
    func role(of person: Person) -> Role? {
        guard let server, !admissions.hasPerson(named: person.name) else { return nil }
        return person.role(in: server.inventory)
    }

    /// A session of the server's people as it is here; nil if they have no role.
    func admitted(_ session: Session) -> Session? {
        guard let server, let role = session.person.flatMap(role) else { return nil }
        let hidden = [self, server.sessions].compactMap { $0.admissions.hidden[role] }
        return Session(session, role: role, hidden: hidden.reduce([]) { $0.union($1) })
    }

    /// The session of one of the server's people that a secret proves; nil if they have none, or no role here.
    func serverSession(_ secret: String, kind: Session.Kind) -> Session? {
        server?.sessions.session(secret, kind: kind).flatMap(admitted)
    }

    /// The store that has a session, with all others of its person.
    func store(of session: Session?) -> SessionStore {
        guard let server, session?.isOfServer == true else { return self }
        return server.sessions
    }

    /// The groups of fields that are hidden from somebody.
    var hiddenFields: [HiddenFields] {
        let (own, all) = (admissions.hidden, server?.sessions.admissions.hidden ?? [:])
        return Role.allCases.flatMap { role in
            let fields = own[role] ?? []
            return [fields, fields.union(all[role] ?? [])]
        }
    }
}

/// The cookie that proves a session. Scripts cannot read it. It outlasts the browser as an installed app must, which
/// the system closes at will; the server ends the session earlier if it is idle.
struct SessionCookie: Sendable {
    let name: String
    /// The host below which it is good for all hosts; nil for the one that sets it.
    var domain: String?
    /// Whether browsers reach the server only over TLS.
    let isSecure: Bool

    /// The value of `Set-Cookie`.
    func field(_ secret: String, seconds: Int = Int(SessionStore.longestSeconds)) -> String {
        "\(name)=\(secret); Max-Age=\(seconds); Path=/; HttpOnly; SameSite=Strict"
            + (domain.map { "; Domain=\($0)" } ?? "") + (isSecure ? "; Secure" : "")
    }

    /// The value of `Set-Cookie` that removes it.
    var removal: String { field("", seconds: 0) }
}

/// A client that signed in.
struct Session: Equatable, Sendable {
    /// The client's way of authentication.
    enum Kind: String, Sendable {
        /// With a cookie. Browsers send it on their own, so requests also need a proof of their origin.
        case cookie
        /// With a bearer token, which only a program or script that has it can send.
        case bearer
        /// With the cookie of a share link.
        case visitor

        /// The kind of a session that a token begins: a share link gives no other.
        func of(_ holder: TokenHolder) -> Kind {
            if case .visitor = holder { .visitor } else { self }
        }

        /// The maximum number of sessions, of all visitors and of all others. Beyond it the one that was idle longest ends.
        /// So whoever has a share link ends no session of a person.
        var limit: Int { self == .visitor ? 64 : 4096 }
    }

    let kind: Kind
    /// Identifies the session. Not secret.
    let selector: String
    /// The second part of the session's secret.
    let verifier: String
    /// The person who signed in; nil for the owner, who needs no name.
    let person: Person?
    /// Whether it is one of the server's people, in one of its inventories.
    let isOfServer: Bool
    /// The rights of the client.
    let role: Role
    /// The fields that the client does not see; a visitor's link says which.
    let hidden: HiddenFields

    init(kind: Kind, selector: String, verifier: String, person: Person?, of admissions: Admissions) {
        (self.kind, self.selector, self.verifier, self.person) = (kind, selector, verifier, person)
        isOfServer = false
        // Only those who signed in without a name are owners by that alone.
        let role = person.map { $0.role() ?? .reader }
        self.role = kind == .visitor ? .reader : role ?? .owner
        hidden = role.flatMap { admissions.hidden[$0] } ?? []
    }

    /// A session of the server's people in an inventory.
    init(_ session: Session, role: Role, hidden: HiddenFields) {
        (kind, selector, verifier, person) = (session.kind, session.selector, session.verifier, session.person)
        (isOfServer, self.role, self.hidden) = (true, role, hidden)
    }

    /// The token in the forms of the session (CSRF). It follows from the secret, so that open forms outlast a restart.
    var csrfToken: String { SHA256.hexadecimalDigest(of: "csrf " + verifier) }
}

/// The sender of a request.
enum Caller: Sendable {
    case anonymous
    case session(Session)
    /// Somebody who opened a share link. They have no session of a person, and the rights of none.
    case visitor(ShareLink, Session)

    /// The session of the owner or a person; nil for a visitor.
    var session: Session? {
        if case .session(let session) = self { session } else { nil }
    }

    /// The fields that the caller does not see.
    var hidden: HiddenFields {
        switch self {
        case .anonymous: .all
        case .session(let session): session.hidden
        case .visitor(let link, _): link.hidden
        }
    }

    /// The session that signing out ends.
    var endable: Session? {
        if case .visitor(_, let session) = self { session } else { session }
    }
}
