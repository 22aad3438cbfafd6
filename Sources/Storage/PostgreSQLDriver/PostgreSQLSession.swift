import CPostgreSQL
import Database
import Glibc

/// One session with the server, and the statements that are prepared in it.
///
/// Used by one thread at a time: the pool passes a session from one connection to the next.
final class PostgreSQLSession: @unchecked Sendable {
    let handle: OpaquePointer
    /// The names of the prepared statements, by their text.
    private var prepared: [String: String] = [:]
    /// The rows that the transaction loads in bulk.
    var bulkLoad = BulkLoad()
    /// The request whose rows have not been read yet.
    private var pending: PendingRows?
    /// Requests that share one round trip: their results are read together (libpq, "Pipeline Mode").
    private var queue: [PendingRows] = []
    /// The fault of rows, sent or asked for, that ended the transaction. Every statement throws it until the transaction is
    /// rolled back: the server would only say that the transaction has ended.
    var failure: DatabaseError?
    /// Whether the server has warned of something since this was set to false.
    var hasWarning = false

    /// The server's generation in which it was opened.
    let generation: Int

    /// Opens a session.
    /// - Parameter address: a URI or a list of keywords (libpq, "Connection Strings"). With several hosts libpq tries one
    ///   after the other until it finds the primary, if the address does not state another `target_session_attrs`.
    init(address: String, generation: Int) throws {
        guard let hosts = PostgreSQLSession.hosts(of: address) else {
            throw DatabaseError(.unreachable, "invalid connection URI")
        }
        // Of several servers one is the primary; a single one may be a standby, to read from.
        let kind = hosts > 1 ? ["target_session_attrs", "read-write"] : []
        // The last mention of a keyword counts, so the address may state other values.
        let parameters = PostgreSQLSession.defaults + kind + ["dbname", address]
        let handle = PostgreSQLSession.withTexts(parameters) { words in
            let (keywords, values) = (
                stride(from: 0, to: words.count, by: 2).map { words[$0] } + [nil],
                stride(from: 1, to: words.count, by: 2).map { words[$0] } + [nil]
            )
            return PQconnectdbParams(keywords, values, 1)
        }
        guard let handle else { throw DatabaseError(.io, "out of memory") }
        guard PQstatus(handle) == CONNECTION_OK else {
            let error = DatabaseError(connection: handle)
            PQfinish(handle)
            throw error
        }
        self.handle = handle
        self.generation = generation
        let warn: PQnoticeReceiver = { session, _ in
            guard let session else { return }
            Unmanaged<PostgreSQLSession>.fromOpaque(session).takeUnretainedValue().hasWarning = true
        }
        PQsetNoticeReceiver(handle, warn, Unmanaged.passUnretained(self).toOpaque())
        // In others, such as SQL_ASCII of a cluster with the locale C, texts have other lengths than here.
        guard PQparameterStatus(handle, "server_encoding").map({ String(cString: $0) }) == "UTF8" else {
            throw DatabaseError(.unreachable, "the encoding of the database is not UTF8")
        }
        try execute(PostgreSQLSession.settings, within: limits.prompt)
        // Earlier servers do not have this setting.
        if PQserverVersion(handle) >= 140_000 { try execute(PostgreSQLSession.checkClient, within: limits.prompt) }
    }

    /// The longest times, in seconds, that the server may take.
    struct Limits {
        /// For what it does at once.
        var prompt = 10.0
        /// For what may wait for a lock, which the server does for 20 seconds.
        var lock = 25.0
        /// For COMMIT, which waits for disks and standbys.
        var commit = 30.0
    }

    var limits = Limits()

    /// The server looks every two seconds whether the program still runs, and otherwise ends its statement, with the locks that
    /// it holds.
    private static let checkClient = "SET client_connection_check_interval = '2s'"

    deinit { PQfinish(handle) }

    /// A connection without a response is closed after about 15 seconds instead of the system's two hours.
    private static let defaults = [
        "connect_timeout", "10", "keepalives_idle", "10", "keepalives_interval", "2", "keepalives_count", "3",
        "tcp_user_timeout", "15000", "fallback_application_name", "homepwner", "client_encoding", "UTF8",
    ]

    /// The number of hosts of an address; nil if libpq cannot read it.
    ///
    /// libpq's words about an address that it cannot read quote parts of it, and so may the words about a host or port in
    /// which a part of a password ended up because of a byte that was not percent-encoded.
    private static func hosts(of address: String) -> Int? {
        guard let options = PQconninfoParse(address, nil) else { return nil }
        defer { PQconninfoFree(options) }
        var option = options
        var hosts = 1
        while let keyword = option.pointee.keyword {
            let value = option.pointee.val.map { String(cString: $0) } ?? ""
            switch String(cString: keyword) {
            case "host", "hostaddr":
                guard !value.contains("@") else { return nil }
                hosts = max(hosts, value.split(separator: ",", omittingEmptySubsequences: false).count)
            case "dbname": guard !value.contains("@") else { return nil }
            case "port": guard value.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2C }) else { return nil }
            default: break
            }
            option += 1
        }
        return hosts
    }

    /// Waits for locks as long as SQLite does. Cursors are read to their end, so they are planned for all rows. Just-in-time
    /// compilation (JIT) takes longer than it saves: a report of a million items takes 3 % less time without it. Prepared
    /// statements keep the plan of a time when tables may have been small; reading a whole table, which is best then, would
    /// read the rows of all tenants for each statement once it has grown. Of the server's remarks only warnings count.
    private static let settings = """
        SET lock_timeout = '20s'; SET cursor_tuple_fraction = 1; SET jit = off; \
        SET enable_seqscan = off; SET standard_conforming_strings = on; \
        SET client_min_messages = warning
        """

    private static func withTexts<Result>(
        _ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = texts.map { text in
            let bytes = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.utf8.count + 1)
            _ = bytes.initialize(from: text.utf8CString)
            return bytes
        }
        defer { for copy in copies { copy.deallocate() } }
        return body(copies.map { UnsafePointer($0.baseAddress) })
    }

    /// Whether the connection is open, as far as is known without a request. The server sends data on an idle connection
    /// only when it closes it.
    var isOpen: Bool {
        var socket = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        return !isBroken && poll(&socket, 1, 0) == 0
    }

    /// Whether it has so many prepared statements, which take memory of the server, that a new session is better. Filters that
    /// people write make statements that nobody uses again.
    var hasManyStatements: Bool { prepared.count > 500 }

    /// Whether the connection is lost.
    var isBroken: Bool { PQstatus(handle) != CONNECTION_OK }

    var isInTransaction: Bool {
        switch PQtransactionStatus(handle) {
        case PQTRANS_IDLE, PQTRANS_UNKNOWN: false
        default: true
        }
    }

    /// Runs statements that are separated by semicolons, without parameters.
    /// - Parameter seconds: the longest time that the server may take; the connection is closed after it. Nil to wait without
    ///   end: the system notices that a network is silent, but not that a server's process or disk hangs.
    /// - Returns: the rows of the last one.
    @discardableResult
    func execute(_ script: String, within seconds: Double? = nil) throws -> QueryResult {
        try becomeReady()
        guard let seconds else { return try check(PQexec(handle, script)) }
        guard PQsendQuery(handle, script) == 1 else { throw DatabaseError(connection: handle) }
        return try check(try lastResult(within: seconds))
    }

    /// Waits for the results of what was sent, and returns the last.
    private func lastResult(within seconds: Double?) throws -> OpaquePointer? {
        let isInTime = seconds.map(waitForResults) ?? true
        var last: OpaquePointer?
        while let result = PQgetResult(handle) {
            PQclear(last)
            last = result
        }
        guard isInTime else {
            PQclear(last)
            throw DatabaseError(.unreachable, "no answer for \(Int(seconds ?? 0)) seconds")
        }
        return last
    }

    /// Waits until the server has answered, or the connection is lost. A server sends the results of one script together.
    /// - Returns: false when the time is over; the connection is then closed.
    private func waitForResults(_ seconds: Double) -> Bool {
        let clock = ContinuousClock()
        let end = clock.now + .seconds(seconds)
        while PQisBusy(handle) == 1 {
            let rest = (end - clock.now) / .milliseconds(1)
            guard rest > 0 else {
                // libpq notices it when it reads.
                shutdown(PQsocket(handle), Int32(SHUT_RDWR))
                return false
            }
            var socket = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
            guard poll(&socket, 1, Int32(rest.rounded(.up))) > 0 else { continue }
            if PQconsumeInput(handle) == 0 { return true }
        }
        return true
    }

    /// Closes a cursor. If that ends a stream of rows with a fault, the next statement reports it.
    func close(cursor: String) { _ = try? execute("CLOSE \(cursor)") }

    /// Runs a statement that is prepared once in a session, in one round trip with the requests before it.
    func runPrepared(_ sql: PlaceholderSQL, _ parameters: StatementParameters) throws -> QueryResult {
        guard queue.isEmpty else { return try receive(enqueue(sql, parameters)) }
        try becomeReady()
        let name = try name(of: sql)
        return try check(
            parameters.withArguments { count, values, lengths, formats in
                PQexecPrepared(handle, name, count, values, lengths, formats, QueryResult.binary)
            })
    }

    /// The name of a statement that is prepared once in a session.
    /// - Parameter seconds: the longest time that the server may take, as in ``execute(_:within:)``.
    @discardableResult
    func name(of sql: PlaceholderSQL, within seconds: Double? = nil) throws -> String {
        if let known = prepared[sql.text] { return known }
        let name = "s\(prepared.count)"
        try becomeReady()
        guard PQsendPrepare(handle, name, sql.text, 0, nil) == 1 else { throw DatabaseError(connection: handle) }
        _ = try check(try lastResult(within: seconds))
        prepared[sql.text] = name
        return name
    }

    /// Adds a statement that is prepared once in a session to the requests of the next round trip.
    func enqueue(_ sql: PlaceholderSQL, _ parameters: StatementParameters = .none) throws -> PendingRows {
        let name = try name(of: sql)
        return try enqueue {
            parameters.withArguments { count, values, lengths, formats in
                PQsendQueryPrepared(handle, name, count, values, lengths, formats, QueryResult.binary)
            }
        }
    }

    /// Adds a statement without parameters, which is not prepared, to the requests of the next round trip.
    func enqueue(_ sql: String) throws -> PendingRows {
        try enqueue { PQsendQueryParams(handle, sql, 0, nil, nil, nil, nil, QueryResult.binary) }
    }

    private func enqueue(_ send: () -> Int32) throws -> PendingRows {
        if queue.isEmpty {
            try becomeReady()
            guard PQenterPipelineMode(handle) == 1 else { throw DatabaseError(connection: handle) }
        }
        let rows = PendingRows()
        guard send() == 1 else {
            let error = DatabaseError(connection: handle)
            finishQueue()
            PQexitPipelineMode(handle)
            throw error
        }
        queue.append(rows)
        // Results that nobody has asked for yet take memory.
        if queue.count >= PostgreSQLSession.longestQueue {
            finishQueue()
            if let failure { throw failure }
        }
        return rows
    }

    private static let longestQueue = 256

    /// Whether requests wait to be sent.
    var hasQueue: Bool { !queue.isEmpty }

    /// Sends the requests of the queue and reads their results. After a fault the server skips the rest.
    /// - Parameter seconds: the longest time that the server may take for each, as in ``execute(_:within:)``.
    func finishQueue(within seconds: Double? = nil) {
        guard !queue.isEmpty else { return }
        let requests = queue
        queue = []
        let isSent = PQpipelineSync(handle) == 1
        // The server was not asked to send, so nothing may be waited for.
        if !isSent { shutdown(PQsocket(handle), Int32(SHUT_RDWR)) }
        var isInTime = true
        for request in requests where !isBroken {
            if let seconds { isInTime = isInTime && waitForResults(seconds) }
            while let result = PQgetResult(handle) { request.keep(result) }
        }
        // The point of synchronization has a result of its own.
        PQclear(PQgetResult(handle))
        PQexitPipelineMode(handle)
        if !isInTime {
            failure = DatabaseError(.unreachable, "no answer for \(Int(seconds ?? 0)) seconds")
        } else if let fault = requests.lazy.compactMap({ $0.error(of: self.handle) }).first {
            failure = fault
        } else if !isSent {
            failure = DatabaseError(connection: handle)
        }
    }

    /// Runs a statement once.
    func run(_ sql: String, _ parameters: StatementParameters) throws -> QueryResult {
        try becomeReady()
        return try check(
            parameters.withArguments { count, values, lengths, formats in
                PQexecParams(handle, sql, count, nil, values, lengths, formats, QueryResult.binary)
            })
    }

    /// Sends a statement without parameters, whose rows are asked for later. The server works on it meanwhile.
    func send(_ sql: String) throws -> PendingRows {
        try becomeReady()
        guard PQsendQueryParams(handle, sql, 0, nil, nil, nil, nil, QueryResult.binary) == 1 else {
            throw DatabaseError(connection: handle)
        }
        let rows = PendingRows()
        pending = rows
        return rows
    }

    /// Waits for the rows of a statement that was sent or is in the queue.
    /// - Parameter seconds: the longest time that the server may take for each request, as in ``execute(_:within:)``.
    func receive(_ rows: PendingRows, within seconds: Double? = nil) throws -> QueryResult {
        if pending === rows { readPending() }
        if queue.contains(where: { $0 === rows }) {
            finishQueue(within: seconds)
            if let failure { throw failure }
        }
        return try check(rows.take())
    }

    /// Reads the rows that were asked for and not received, if there are any.
    /// - Parameter seconds: the longest time that the server may take, as in ``execute(_:within:)``.
    func readPending(within seconds: Double? = nil) {
        guard let pending else { return }
        if let seconds { _ = waitForResults(seconds) }
        while let result = PQgetResult(handle) { pending.keep(result) }
        self.pending = nil
        failure = pending.error(of: handle)
    }

    /// Reads the rows that were asked for, finishes the queue and ends COPY: other requests are made one at a time.
    func becomeReady() throws {
        readPending()
        finishQueue()
        try endCopy()
    }

    private func check(_ result: OpaquePointer?) throws -> QueryResult {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
            guard let result else { break }
            return QueryResult(result)
        default: break
        }
        let error = DatabaseError(result, handle)
        PQclear(result)
        throw error
    }
}

/// The rows that a transaction loads in bulk.
struct BulkLoad {
    /// The statement whose stream of rows is open.
    var statement: String?
    /// The rows that are not sent yet.
    var buffer: [UInt8] = []
    /// Whether the transaction has loaded rows.
    var hasRows = false
}

// COPY … FROM STDIN in its binary format (PostgreSQL, "COPY", File Formats): the rows of many insertions in one stream.
extension PostgreSQLSession {
    /// Appends a row to the stream of a statement, which begins if there is none.
    func copy(_ row: StatementParameters, with statement: String) throws {
        if bulkLoad.statement != statement {
            try becomeReady()
            let result = PQexec(handle, statement)
            defer { PQclear(result) }
            guard PQresultStatus(result) == PGRES_COPY_IN else { throw DatabaseError(result, handle) }
            bulkLoad.statement = statement
            bulkLoad.hasRows = true
            // Signature, flags, length of an extension of the header.
            bulkLoad.buffer = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [UInt8](repeating: 0, count: 8)
        }
        row.appendRow(to: &bulkLoad.buffer)
        if bulkLoad.buffer.count >= PostgreSQLSession.copyPiece { try sendCopy() }
    }

    private static let copyPiece = 256 << 10

    private func sendCopy() throws {
        let sent = bulkLoad.buffer.withUnsafeBytes { bytes in
            PQputCopyData(handle, bytes.assumingMemoryBound(to: CChar.self).baseAddress, Int32(bytes.count))
        }
        bulkLoad.buffer.removeAll(keepingCapacity: true)
        guard sent == 1 else {
            bulkLoad.statement = nil
            throw DatabaseError(connection: handle)
        }
    }

    /// Ends the stream, if there is one. A fault of its rows ends the transaction.
    func endCopy() throws {
        if let failure { throw failure }
        guard bulkLoad.statement != nil else { return }
        do { try endOpenCopy() } catch let error as DatabaseError {
            failure = error
            throw error
        }
    }

    private func endOpenCopy() throws {
        // A count of -1 instead of a row.
        bulkLoad.buffer += [0xFF, 0xFF]
        try sendCopy()
        bulkLoad.statement = nil
        guard PQputCopyEnd(handle, nil) == 1 else { throw DatabaseError(connection: handle) }
        try finishCopy()
    }

    /// Ends the stream without its rows and leaves the rows that were asked for, for a transaction that is rolled back.
    func abandonRequests() {
        readPending(within: limits.prompt)
        finishQueue(within: limits.prompt)
        failure = nil
        guard bulkLoad.statement != nil else { return }
        bulkLoad.statement = nil
        bulkLoad.buffer.removeAll()
        if PQputCopyEnd(handle, "rolled back") == 1 { try? finishCopy() }
    }

    private func finishCopy() throws {
        var failure: DatabaseError?
        while let result = PQgetResult(handle) {
            if PQresultStatus(result) != PGRES_COMMAND_OK, failure == nil { failure = DatabaseError(result, handle) }
            PQclear(result)
        }
        if let failure { throw failure }
    }
}

extension StatementParameters {
    /// Appends the parameters as a row of COPY: the number of columns, then for each the number of bytes and the bytes.
    fileprivate func appendRow(to buffer: inout [UInt8]) {
        func append(_ count: Int32) { withUnsafeBytes(of: count.bigEndian) { buffer.append(contentsOf: $0) } }
        withUnsafeBytes(of: Int16(clamping: count).bigEndian) { buffer.append(contentsOf: $0) }
        forEach { value in
            switch value {
            case .null: append(-1)
            case .number(let number):
                append(8)
                withUnsafeBytes(of: number.bigEndian) { buffer.append(contentsOf: $0) }
            case .bytes(let bytes):
                append(Int32(clamping: bytes.count))
                buffer.append(contentsOf: bytes)
            }
        }
    }
}
