import Database
import Foundation
import Synchronization
import Testing

@testable import PostgreSQLDriver

@Suite(.enabled(if: serverAddress != nil, "run by Scripts/with-postgresql.sh")) struct PostgreSQLDriverTests {
    let database: TestDatabase
    /// Outside the turns of writers.
    let connection: any DatabaseMaintenance

    init() throws {
        database = try TestDatabase(.postgreSQL)
        connection = try database.server.connect(writeLock: nil)
    }

    @Test func numbersOfEveryTypeAreRead() throws {
        let statement = try connection.prepare(
            """
            SELECT -1::smallint, 7, count(*), true, sum(k), -123456789012::numeric, 20000::numeric, NULL::bigint, 0::numeric, \
            (-9223372036854775808)::numeric, 'text' FROM (VALUES (1::bigint), (99999)) AS v (k)
            """, for: .repeated)
        #expect(try statement.step())
        #expect(
            (0..<11).map { statement.integer($0) } == [-1, 7, 2, 1, 100_000, -123_456_789_012, 20_000, 0, 0, .min, 0])
        #expect(statement.isNull(7) && !statement.isNull(8))
    }

    @Test func aTransactionInWhichAStatementFailedIsNotCommitted() throws {
        try connection.begin(.write(waits: true))
        try connection.insert([(1, "a", nil)])
        #expect(failure { try connection.execute("SELECT nothing") } == .other)
        #expect(failure { try connection.commit() } == .other)
        #expect(!connection.isInTransaction)
        #expect(try connection.rows().isEmpty)
    }

    @Test func aFaultOfWhatRunsLaterIsThrownByALaterStatement() throws {
        try connection.insert([(1, "a", nil)])
        let insertion = try connection.prepare("INSERT INTO a (k) VALUES (?1)", for: .repeated)
        func insertLater(_ keys: Int64...) throws {
            for key in keys {
                insertion.bind(1, key)
                try insertion.runLater()
            }
        }
        try connection.begin(.write(waits: true))
        try insertLater(2, 1, 3)
        #expect(failure { _ = try connection.rows(for: .repeated) } == .constraint)
        #expect(failure { try connection.execute("SELECT 1") } == .constraint)
        #expect(failure { try connection.commit() } == .constraint)
        connection.rollBack()
        #expect(try connection.rows().count == 1)
        // With the commit, after which the session can be used.
        try connection.begin(.write(waits: true))
        try insertLater(2, 1)
        #expect(failure { try connection.commit() } == .constraint)
        connection.rollBack()
        try connection.begin(.write(waits: true))
        try insertLater(2, 3)
        try connection.commit()
        #expect(try connection.rows().count == 3)
        // A savepoint takes it back.
        try connection.begin(.write(waits: true))
        try insertLater(4)
        try connection.createSavepoint("s")
        try insertLater(4)
        #expect(failure { try connection.releaseSavepoint("s") } == .constraint)
        connection.rollBack(toSavepoint: "s")
        try connection.commit()
        #expect(try connection.rows().count == 4)
    }

    @Test func aSessionThatIsLostWithWhatRunsLaterIsAFaultOrUnknown() throws {
        let killer = try database.server.connect(writeLock: nil)
        func loseSession() throws {
            let own = try connection.prepare("SELECT pg_backend_pid()", for: .repeated)
            #expect(try own.step())
            let kill = try killer.prepare("SELECT pg_terminate_backend(?1::integer)", for: .repeated)
            kill.bind(1, own.integer(0))
            #expect(try kill.step())
            usleep(100_000)
        }
        let insertion = try connection.prepare("INSERT INTO a (k) VALUES (1)", for: .repeated)
        try connection.begin(.write(waits: true))
        // Prepares the statement in this session.
        try insertion.runLater()
        #expect(try connection.rows(for: .repeated).count == 1)
        try loseSession()
        try insertion.runLater()
        #expect(failure { _ = try connection.rows(for: .repeated) } == .unreachable)
        connection.rollBack()
        try connection.begin(.write(waits: true))
        // Prepares the statement in this session.
        try insertion.runLater()
        #expect(try connection.rows(for: .repeated).count == 1)
        try loseSession()
        try insertion.runLater()
        #expect(failure { try connection.commit() } == .unknownOutcome)
        connection.rollBack()
        #expect(try killer.rows().isEmpty)
    }

    @Test func aCommitWhoseWaitForTheStandbyIsCancelledIsUnknown() throws {
        try connection.execute("SET synchronous_commit = on")
        try connection.begin(.write(waits: true))
        try connection.insert([(1, "a", nil)])
        let server = database.server
        let cancelling = Thread { try? PostgreSQLDriverTests.cancelWaits(server) }
        cancelling.start()
        #expect(failure { try connection.commit() } == .unknownOutcome)
        #expect(try connection.rows() == ["1 a NULL"])
        // Other warnings are no reason to doubt a commit.
        try connection.execute("SET synchronous_commit = local; DO $$ BEGIN RAISE WARNING 'w'; END $$")
        try connection.begin(.write(waits: true))
        try connection.commit()
    }

    /// Cancels whatever waits for a standby, as soon as something does.
    private static func cancelWaits(_ server: PostgreSQLServer) throws {
        let connection = try server.connect(writeLock: nil)
        for _ in 0..<1000 {
            let statement = try connection.prepare(
                "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'", for: .reading
            )
            if try statement.step(), statement.integer(0) > 0 { return }
            usleep(10_000)
        }
    }

    @Test func readersDoNotWaitForAWriterAndATenantMayEnd() throws {
        let (one, other) = (try database.connect(), try database.connect())
        try one.begin(.write(waits: true))
        try other.begin(.read)
        #expect(try other.rows().isEmpty)
        try one.insert([(1, "a", nil)])
        try one.commit()
        #expect(try other.rows().isEmpty)
        other.rollBack()
        #expect(try other.rows().count == 1)
        try connection.execute("DELETE FROM tenant")
        #expect(failure { try one.begin(.write(waits: true)) } == .readOnly)
        #expect(!one.isInTransaction)
    }

    @Test func rowsAreLoadedInBulkAndAFaultFailsTheTransaction() throws {
        connection.setBulkLoading(true)
        defer { connection.setBulkLoading(false) }
        let long = String(repeating: "é", count: 300_000)
        try connection.begin(.write(waits: true))
        #expect(try connection.insert([(1, "", [])]) == [1])
        #expect(try connection.insert([(.min, nil, nil), (2, long, [0, 255])]) == [1, 1])
        // Rows that one statement inserted are visible to the next.
        #expect(try connection.rows() == ["1  []", "2 \(long) [0, 255]"])
        #expect(try connection.insert((3..<5000).map { ($0, "t", nil) }).count == 4997)
        try connection.commit()
        #expect(try connection.rows().count == 4999)
        try connection.begin(.write(waits: true))
        #expect(try connection.insert([(6000, "t", nil), (1, "secret", nil)]) == [1, 1])
        let error = #expect(throws: DatabaseError.self) { try connection.commit() }
        #expect(error?.kind == .constraint && error?.detail.contains("secret") == false)
        connection.rollBack()
        // A cursor that is closed meanwhile does not hide the fault.
        try connection.begin(.write(waits: true))
        let cursor = try connection.prepare("SELECT k FROM a", for: .reading)
        #expect(try cursor.step())
        #expect(try connection.insert([(1, "t", nil)]) == [1])
        cursor.reset()
        #expect(failure { try connection.commit() } == .constraint)
        connection.rollBack()
        try connection.begin(.write(waits: true))
        try connection.insert([(7000, "t", nil)])
        connection.rollBack()
        #expect(try connection.rows().count == 4999)
    }

    @Test func aLostSessionIsReplacedWhenTheNextTransactionBegins() throws {
        let number = try connection.prepare("SELECT pg_backend_pid()", for: .repeated)
        #expect(try number.step())
        // In a session of its own.
        let killer = try PostgreSQLServer(address: serverAddress ?? "").connect(writeLock: nil)
        try killer.execute("SELECT pg_terminate_backend(\(number.integer(0)), 5000)")
        number.reset()
        try connection.begin(.write(waits: true))
        try connection.insert([(1, "a", nil)])
        #expect(try number.step())
        try killer.execute("SELECT pg_terminate_backend(\(number.integer(0)), 5000)")
        // Nothing runs in another session, outside the transaction.
        for key in 2..<4 { #expect(failure { try connection.insert([(Int64(key), "b", nil)]) } == .unreachable) }
        #expect(failure { try connection.execute("DELETE FROM tenant") } == .unreachable)
        #expect(failure { try connection.commit() } == .unreachable)
        connection.rollBack()
        #expect(try connection.rows().isEmpty)
    }

    /// Stops the process of a connection's session for as long as the body runs.
    private func whileStopped(_ connection: any DatabaseMaintenance, _ body: () throws -> Void) throws {
        // Meanwhile nobody can make or remove a database.
        try #require(connection as? PostgreSQLConnection).withSession { session in
            session.limits = PostgreSQLSession.Limits(prompt: 1, lock: 2, commit: 3)
        }
        let number = try connection.prepare("SELECT pg_backend_pid()", for: .reading)
        #expect(try number.step())
        let process = pid_t(number.integer(0))
        #expect(kill(process, SIGSTOP) == 0)
        defer { kill(process, SIGCONT) }
        try body()
    }

    @Test func aTransactionBeginsWithoutASessionThatHangs() throws {
        try connection.begin(.read)
        connection.rollBack()
        try whileStopped(connection) {
            let start = ContinuousClock.now
            try connection.begin(.read)
            #expect(.now - start < .seconds(8))
            #expect(try connection.rows() == [])
            connection.rollBack()
        }
    }

    @Test(arguments: [false, true]) func aWriterThatBeginsWithASessionThatHangsGivesUp(isUsed: Bool) throws {
        let writer = try database.connect()
        let count = try writer.prepare("SELECT count(*) FROM a", for: .repeated)
        if isUsed {
            try writer.begin(.write(waits: true), fetching: count)
            writer.rollBack()
        } else {
            try writer.execute("SELECT 1")
        }
        try whileStopped(writer) {
            let start = ContinuousClock.now
            try writer.begin(.write(waits: true), fetching: count)
            #expect(.now - start < .seconds(8))
            #expect(try count.step() && count.integer(0) == 0)
            count.reset()
            writer.rollBack()
        }
    }

    @Test(arguments: [false, true]) func aCommitOfWhichNothingIsHeardIsUnknown(isQueued: Bool) throws {
        try connection.begin(.write(waits: true))
        if isQueued {
            try connection.prepare("INSERT INTO a (k, t) VALUES (1, 'a')", for: .repeated).runLater()
        } else {
            try connection.insert([(1, "a", nil)])
        }
        try whileStopped(connection) {
            let start = ContinuousClock.now
            #expect(failure { try connection.commit() } == .unknownOutcome)
            #expect(.now - start < .seconds(8))
        }
        // The server has got it.
        for _ in 0..<100 where try database.server.connect(writeLock: nil).rows().isEmpty { usleep(50_000) }
        #expect(try database.server.connect(writeLock: nil).rows() == ["1 a NULL"])
    }

    @Test func aSessionThatTheServerEndedIsNotUsedAgain() throws {
        let killer = try PostgreSQLServer(address: serverAddress ?? "").connect(writeLock: nil)
        func process() throws -> Int64 {
            let number = try database.server.connect(writeLock: nil).prepare("SELECT pg_backend_pid()", for: .repeated)
            return try number.step() ? number.integer(0) : 0
        }
        let first = try process()
        #expect(try process() == first)
        try killer.execute("SELECT pg_terminate_backend(\(first), 5000)")
        #expect(try process() != first)
    }

    @Test func connectionsShareTheSessions() throws {
        let server = database.server
        let tenants = try (0..<40).map { _ in try database.connect() }
        for (key, tenant) in tenants.enumerated() {
            try tenant.begin(.write(waits: true))
            try tenant.insert([(Int64(key), "a", nil)])
            #expect(server.sessions == SessionCounts(inUse: 1, idle: 0, waiting: 0, limit: 16))
            try tenant.commit()
            #expect(try tenant.rows().count == key + 1)
        }
        #expect(server.sessions == SessionCounts(inUse: 0, idle: 1, waiting: 0, limit: 16))
        // A cursor and the transaction of another connection of the thread do not wait for each other.
        let allowed = try server.limitSessions(to: 1)
        #expect(allowed >= 90)
        try tenants[0].begin(.read)
        try tenants[1].begin(.write(waits: true))
        #expect(server.sessions.inUse == 2)
        #expect(failure { try tenants[2].begin(.write(waits: false)) } == .busy)
        let isDone = Mutex(false)
        let waiting = Thread {
            // Waits for both.
            _ = try? server.connect(writeLock: nil).rows()
            isDone.withLock { $0 = true }
        }
        waiting.start()
        while server.sessions.waiting == 0 { usleep(1000) }
        tenants[0].rollBack()
        usleep(20_000)
        #expect(!isDone.withLock { $0 })
        tenants[1].rollBack()
        while !isDone.withLock({ $0 }) { usleep(1000) }
        #expect(server.sessions == SessionCounts(inUse: 0, idle: 1, waiting: 0, limit: 1))
    }

    @Test func temporaryTablesKeepTheirSession() throws {
        var loading: (any DatabaseMaintenance)? = try database.connect()
        try loading?.execute("CREATE TEMP TABLE b AS SELECT 1 AS k")
        for _ in 0..<2 {
            try loading?.begin(.write(waits: true))
            #expect(failure { try connection.execute("SELECT k FROM b") } == .other)
            try loading?.execute("INSERT INTO b VALUES (2)")
            try loading?.commit()
        }
        loading = nil
        #expect(database.server.sessions.inUse == 0)
        #expect(failure { try connection.execute("SELECT k FROM b") } == .other)
    }

    @Test func ofSeveralServersThePrimaryIsUsed() throws {
        // In this test a server whose transactions are read-only by default plays the standby.
        let isReadOnly = "options=-cdefault_transaction_read_only%3Don"
        let one = "\(serverAddress ?? "")?\(isReadOnly)"
        let two = one.replacing("://127.0.0.1", with: "://127.0.0.1:1,127.0.0.1")
        _ = try PostgreSQLServer(address: one).connect(writeLock: nil)
        #expect(failure { _ = try PostgreSQLServer(address: two).connect(writeLock: nil) } == .unreachable)
        _ = try PostgreSQLServer(address: two + "&target_session_attrs=any").connect(writeLock: nil)
        _ = try PostgreSQLServer(address: two.replacing("?\(isReadOnly)", with: "")).connect(writeLock: nil)
    }

    @Test func aServerThatIsNotThereIsNamed() throws {
        let nowhere = PostgreSQLServer(address: "postgres://someone:secret@127.0.0.1:1/x")
        let error = #expect(throws: DatabaseError.self) { try nowhere.connect(writeLock: nil) }
        #expect(error?.kind == .unreachable)
        #expect(error?.detail.contains("127.0.0.1") == true && error?.detail.contains("secret") == false)
    }

    @Test(arguments: [
        "postgres://me:100%secret@h/x", "postgres://me:se/cret@h/x", "postgres://me:se@cret@h/x",
        "postgres://me:secret@[h/x", "postgres://h:secret/x",
    ])
    func wordsAboutAnAddressQuoteNothingOfIt(address: String) {
        let error = #expect(throws: DatabaseError.self) {
            try PostgreSQLServer(address: address).connect(writeLock: nil)
        }
        #expect(error?.detail == "invalid connection URI")
    }

    @Test func aDatabaseOfAnotherEncodingIsRefused() throws {
        let server = PostgreSQLServer(address: serverAddress ?? "")
        let name = "encoding\(UInt32.random(in: 0...UInt32.max))"
        try server.connect(writeLock: nil).execute("CREATE DATABASE \(name) ENCODING 'SQL_ASCII' TEMPLATE template0")
        let start = serverAddress?.lastIndex(of: "/").map { serverAddress?[...$0] ?? "" } ?? ""
        let other = PostgreSQLServer(address: start + name)
        #expect(throws: DatabaseError(.unreachable, "the encoding of the database is not UTF8")) {
            try other.connect(writeLock: nil)
        }
        try server.connect(writeLock: nil).execute("DROP DATABASE \(name)")
    }
}

@Suite struct PlaceholderTests {
    @Test func parametersAreNumberedWithoutGaps() {
        let sql = PlaceholderSQL("SELECT '?1', a FROM b WHERE c = ?3 AND d = ?12 OR c > ?3")
        #expect(sql.text == "SELECT '?1', a FROM b WHERE c = $1 AND d = $2 OR c > $1")
        #expect(sql.count == 2)
        #expect(sql.indexes == [-1, -1, 0, -1, -1, -1, -1, -1, -1, -1, -1, 1])
    }

    @Test func statesAreKindsOfFailure() {
        let kinds: [(String, DatabaseError.Kind)] = [
            ("23505", .constraint), ("55P03", .busy), ("40001", .busy), ("40P01", .busy), ("53100", .full),
            ("53300", .unreachable), ("57P01", .unreachable), ("08006", .unreachable), ("28P01", .unreachable),
            ("25006", .unreachable), ("58030", .io), ("XX001", .corrupt),
            ("42601", .other), ("", .other), ("25P03", .unreachable), ("57014", .other), ("0A000", .other),
        ]
        for (state, kind) in kinds { #expect(DatabaseError.kind(ofState: state) == kind, "\(state)") }
        #expect(DatabaseError.kind(ofState: "0A000", isStandby: true) == .unreachable)
    }
}
