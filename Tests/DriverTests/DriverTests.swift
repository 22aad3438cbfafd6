import Database
import Testing

/// The rules of `DatabaseConnection`, for every driver.
@Suite struct DriverTests {
    @Test(arguments: TestDatabase.Kind.available)
    func valuesComeBackAsTheyWereBound(kind: TestDatabase.Kind) throws {
        let database = try TestDatabase(kind)
        defer { database.remove() }
        let connection = try database.connect()
        let long = String(repeating: "é", count: 5000)
        #expect(
            try connection.insert([(1, "", []), (2, nil, nil), (3, long, [0, 255]), (.max, "'?1\\", [])])
                == [1, 1, 1, 1])
        let expected = ["1  []", "2 NULL NULL", "3 \(long) [0, 255]", "\(Int64.max) '?1\\ []"]
        #expect(try connection.rows() == expected)
        #expect(try connection.rows(for: .repeated) == expected)
        try connection.begin(.read)
        #expect(try connection.rows() == expected)
    }

    @Test(arguments: TestDatabase.Kind.available)
    func aConflictFailsIsIgnoredOrReplacesTheRow(kind: TestDatabase.Kind) throws {
        let database = try TestDatabase(kind)
        defer { database.remove() }
        let connection = try database.connect()
        #expect(try connection.insert([(1, "a", [1])]) == [1])
        #expect(try connection.insert([(1, "b", nil), (2, "c", nil)], .ignore(key: ["k"])) == [0, 1])
        #expect(try connection.insert([(1, "d", nil)], .replace(key: ["k"])) == [1])
        #expect(try connection.rows() == ["1 d NULL", "2 c NULL"])
        let error = #expect(throws: DatabaseError.self) { try connection.insert([(1, "secret", nil)]) }
        #expect(error?.kind == .constraint)
        #expect(error?.detail.contains("secret") == false)
    }

    @Test(arguments: TestDatabase.Kind.available)
    func aSavepointTakesBackOnlyItsOwnChanges(kind: TestDatabase.Kind) throws {
        let database = try TestDatabase(kind)
        defer { database.remove() }
        let connection = try database.connect()
        try connection.begin(.write(waits: true))
        try connection.insert([(1, "a", nil)])
        try connection.createSavepoint("s")
        try connection.insert([(2, "b", nil)])
        #expect(failure { try connection.insert([(2, "b", nil)]) } == .constraint)
        connection.rollBack(toSavepoint: "s")
        try connection.createSavepoint("s")
        try connection.insert([(3, "c", nil)])
        try connection.releaseSavepoint("s")
        try connection.commit()
        #expect(try connection.rows() == ["1 a NULL", "3 c NULL"])
    }

    @Test(arguments: TestDatabase.Kind.available)
    func whatRunsLaterIsSeenByTheNextStatementAndCommitted(kind: TestDatabase.Kind) throws {
        let database = try TestDatabase(kind)
        defer { database.remove() }
        let connection = try database.connect()
        let insertion = try connection.prepare("INSERT INTO a (k, t) VALUES (?1, ?2)", for: .repeated)
        let update = try connection.prepare("UPDATE a SET t = ?2 WHERE k = ?1", for: .repeated)
        func runLater(_ statement: any DatabaseStatement, _ key: Int64, _ text: String) throws {
            statement.bind(1, key)
            statement.bind(2, text)
            try statement.runLater()
        }
        try runLater(insertion, 1, "outside of a transaction")
        #expect(try connection.rows().count == 1)
        try connection.begin(.write(waits: true))
        try runLater(insertion, 2, "a")
        try runLater(update, 2, "b")
        #expect(try connection.rows(for: .repeated).last == "2 b NULL")
        try connection.createSavepoint("s")
        try runLater(insertion, 3, "c")
        connection.rollBack(toSavepoint: "s")
        try runLater(update, 1, "d")
        try runLater(insertion, 4, "e")
        try connection.commit()
        #expect(try connection.rows() == ["1 d NULL", "2 b NULL", "4 e NULL"])
        try connection.begin(.write(waits: true))
        try runLater(insertion, 5, "f")
        connection.rollBack()
        #expect(try connection.rows().count == 3)
    }

    @Test(arguments: TestDatabase.Kind.available)
    func rowsThatWereAskedForAheadAreThoseOfTheMomentTheyAreRead(kind: TestDatabase.Kind) throws {
        let database = try TestDatabase(kind)
        defer { database.remove() }
        let connection = try database.connect()
        try connection.insert([(1, "a", nil), (2, "b", nil)])
        let query = try connection.prepare("SELECT t FROM a WHERE k = ?1", for: .repeated)
        let count = try connection.prepare("SELECT count(*) FROM a", for: .repeated)
        func first(_ statement: any DatabaseStatement) throws -> String? {
            defer { statement.reset() }
            return try statement.step() ? statement.text(0) : nil
        }
        func number(_ statement: any DatabaseStatement) throws -> Int64? {
            defer { statement.reset() }
            return try statement.step() ? statement.integer(0) : nil
        }
        try connection.begin(.write(waits: true), fetching: count)
        #expect(try number(count) == 2)
        query.bind(1, 1)
        try query.prefetch()
        #expect(try number(count) == 2)
        query.bind(1, 1)
        #expect(try first(query) == "a")
        // Other parameters.
        query.bind(1, 1)
        try query.prefetch()
        query.bind(1, 2)
        #expect(try first(query) == "b")
        // A row that was changed meanwhile.
        query.bind(1, 1)
        try query.prefetch()
        let update = try connection.prepare("UPDATE a SET t = 'z' WHERE k = 1", for: .repeated)
        try update.runLater()
        #expect(try first(query) == "z")
        query.bind(1, 1)
        try query.prefetch()
        connection.rollBack()
        try connection.begin(.write(waits: true), fetching: count)
        query.bind(1, 1)
        #expect(try first(query) == "a")
        connection.rollBack()
    }

    @Test(arguments: TestDatabase.Kind.available)
    func anotherWriterIsRefusedAndReadsWhatWasCommitted(kind: TestDatabase.Kind) throws {
        let database = try TestDatabase(kind)
        defer { database.remove() }
        let (one, other) = (try database.connect(), try database.connect())
        try one.begin(.write(waits: true))
        #expect(failure { try other.begin(.write(waits: false)) } == .busy)
        #expect(!other.isInTransaction)
        try one.insert([(1, "a", nil)])
        one.rollBack()
        #expect(try other.rows().isEmpty)
        try one.begin(.write(waits: true))
        try one.insert([(2, "b", nil)])
        try one.commit()
        #expect(try other.rows() == ["2 b NULL"])
    }

    @Test(arguments: TestDatabase.Kind.available)
    func aCursorReadsManyRowsWhileOtherStatementsRun(kind: TestDatabase.Kind) throws {
        let database = try TestDatabase(kind)
        defer { database.remove() }
        let connection = try database.connect()
        try connection.execute(
            """
            INSERT INTO a WITH RECURSIVE n (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM n WHERE n < 20000) \
            SELECT n, '\(String(repeating: "x", count: 100))', NULL FROM n
            """)
        try connection.begin(.read)
        let cursor = try connection.prepare("SELECT k, t FROM a WHERE k > ?1 ORDER BY k", for: .reading)
        let single = try connection.prepare("SELECT t FROM a WHERE k = ?2", for: .repeated)
        for _ in 0..<2 {
            cursor.bind(1, 5)
            var last: Int64 = 5
            while try cursor.step() {
                #expect(cursor.integer(0) == last + 1)
                last = cursor.integer(0)
                if last % 997 == 0 {
                    single.bind(2, last)
                    #expect(try single.step() && single.text(0)?.count == 100)
                    single.reset()
                }
            }
            #expect(last == 20_000)
            cursor.reset()
        }
        // Left in the midst, when it has asked for more or not, and closed before its transaction ends or after.
        for (rows, isClosedFirst) in [(1, false), (1, true), (500, true), (500, false)] {
            cursor.bind(1, 5)
            for _ in 0..<rows { #expect(try cursor.step()) }
            if isClosedFirst { cursor.reset() }
            if connection.isInTransaction { connection.rollBack() }
            cursor.reset()
            #expect(try connection.rows().count == 20_000)
            try connection.begin(.read)
        }
        connection.rollBack()
    }

    /// The rows that are asked for ahead have a fault: whatever statement comes next reports it, not what follows from it.
    @Test(arguments: TestDatabase.Kind.available.filter { $0 != .sqlite })
    func aFaultOfRowsThatWereAskedForAheadIsReported(kind: TestDatabase.Kind) throws {
        let database = try TestDatabase(kind)
        defer { database.remove() }
        let connection = try database.connect()
        for isCommitted in [false, true] {
            try connection.begin(.read)
            let cursor = try connection.prepare(
                "SELECT 1 / (1000 - n) FROM generate_series(1, 5000) AS n", for: .reading)
            for _ in 0..<100 { #expect(try cursor.step()) }
            let error = #expect(throws: DatabaseError.self) {
                if isCommitted { try connection.commit() } else { _ = try connection.rows() }
            }
            #expect(error?.detail == "division by zero")
            connection.rollBack()
            #expect(try connection.rows().isEmpty)
        }
    }

    @Test(arguments: TestDatabase.Kind.available)
    func aMarkIsTheLastOne(kind: TestDatabase.Kind) throws {
        let database = try TestDatabase(kind)
        defer { database.remove() }
        let connection = try database.connect()
        #expect(try connection.application() == 0 && connection.version() == 0)
        try connection.mark(application: 7, version: 1)
        try connection.mark(application: 7, version: 2)
        #expect(try connection.application() == 7 && connection.version() == 2)
        #expect(try connection.columns(of: "a") == ["k", "t", "b"])
        #expect(try connection.columns(of: "nothing") == [])
    }
}
