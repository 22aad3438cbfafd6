public import Inventory
public import InventoryStore

/// How the companion listens, whom it trusts, and what it works with.
public struct ServerOptions: Sendable {
    /// The published folder that is served.
    public var folder: String
    /// Where to listen: `127.0.0.1:8421`. Port 0 takes a free one.
    public var address = "127.0.0.1:8421"
    /// Names the page is opened under besides those of a loopback address: `NAME` or `NAME:PORT`.
    public var hosts: [String] = []
    /// Other origins that may ask with a bearer token: `https://example.org`, or `null` for pages opened as files.
    public var origins: [String] = []
    /// Files of the certificate chain and its private key, in PEM.
    public var certificate: (chain: String, key: String)?
    /// Whether a proxy on this machine takes the requests and encrypts; its `X-Forwarded-For` then names the peer.
    public var isBehindProxy = false
    /// Bounds on what a client may cost.
    public var limits = ServerLimits()
    /// Who makes the changes, for the journal.
    public var actor = "page"
    /// The hashes of scripts and styles that published pages carry inside, as in `'sha256-…'`.
    public var policy: @Sendable () -> CSPHashes = { CSPHashes() }
    /// Rebuilds the published pages that changes touched; called on a thread of its own, one call at a time.
    public var rebuild: (@Sendable (StoreChanges) throws -> Void)?
    /// Takes photos in; nil where there is none to do it.
    public var photos: (any PhotoService)?
    /// Takes lines of the access log; no line holds an item's value.
    public var log: (@Sendable (String) -> Void)?

    /// The first moment of a day in a time zone of the IANA database, for filters by day.
    public var startOfDay: @Sendable (_ day: CalendarDate, _ timeZone: String) -> Timestamp = { day, _ in
        Timestamp(startOf: day)
    }

    /// The day of a moment, in a language and in a time zone of the IANA database, as pages show it.
    public var dayText: @Sendable (_ timestamp: Timestamp, _ language: String, _ timeZone: String) -> String = {
        timestamp, _, _ in timestamp.dayAndTime.day.description
    }

    /// A moment with its time of day, in a language and in a time zone of the IANA database, for the latest changes.
    public var momentText: @Sendable (_ timestamp: Timestamp, _ language: String, _ timeZone: String) -> String = {
        timestamp, _, _ in timestamp.description
    }

    /// The options for a published folder, safe as they are.
    public init(folder: String) { self.folder = folder }
}

/// The hashes of what published pages carry inside (Content-Security-Policy Level 3, 2.3.1), each `sha256-…`.
public struct CSPHashes: Equatable, Sendable {
    /// Of script elements.
    public var scripts: [String]
    /// Of style elements.
    public var styles: [String]

    /// Those hashes.
    public init(scripts: [String] = [], styles: [String] = []) {
        self.scripts = scripts
        self.styles = styles
    }
}

/// Bounds on what a client may cost.
public struct ServerLimits: Sendable {
    /// Bytes of the header section, the request line among them.
    public var header = 8 << 10
    /// Bytes of the address.
    public var target = 4 << 10
    /// Bytes of a body of JSON or of a form.
    public var body = 4 << 20
    /// Bytes of a body with photos.
    public var upload = 200 << 20
    /// Bytes of one photo.
    public var photo = 50 << 20
    /// Files in one body.
    public var files = 20
    /// Bytes of all bodies that are held in memory at once.
    public var bodiesInMemory = 16 << 20
    /// Bytes of all photos that stand on the disk at once while they arrive.
    public var uploadsOnDisk = 1 << 30
    /// Connections at once, and from one address (0 for no bound of its own).
    public var connections = 512
    public var connectionsPerAddress = 0
    /// Pages that listen for events at once.
    public var streams = 64
    /// Seconds until the request line must have come on a new connection, and the rest of the header after it.
    public var headerSeconds = 10.0
    /// Bytes a second that a body must come with, on the whole, after the first ten seconds.
    public var slowestUpload = 16 << 10
    /// Seconds a connection may be silent.
    public var idleSeconds = 60
    /// Seconds an answer may take to be read, beyond a second for each 16 KiB.
    public var answerSeconds = 60.0
    /// Requests a second of one peer, in the long run; nil for no bound where only this machine reaches the server, and
    /// for 200 elsewhere. Three times as many may come at once.
    public var requestsPerSecond: Int?
    /// Bytes that must be free on the disk for a change to be taken.
    public var freeDisk: Int64 = 32 << 20
    /// Seconds that running requests are given when the companion stops.
    public var stopSeconds = 5.0
    /// Seconds that what is being done then is given to end: photos that are decoded, pages that are rebuilt.
    public var finishSeconds = 10.0
    /// Threads that talk to clients, and that read the store.
    public var threads = 2

    /// Bounds that suit a household.
    public init() {}
}
