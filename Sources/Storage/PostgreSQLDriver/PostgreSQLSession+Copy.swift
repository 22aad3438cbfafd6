import CPostgreSQL
import Database

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
    func copy(_ row: StatementParameters, with statement: String) throws(DatabaseError) {
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

    private func sendCopy() throws(DatabaseError) {
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
    func endCopy() throws(DatabaseError) {
        if let failure { throw failure }
        guard bulkLoad.statement != nil else { return }
        do throws(DatabaseError) { try endOpenCopy() } catch {
            failure = error
            throw error
        }
    }

    private func endOpenCopy() throws(DatabaseError) {
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

    private func finishCopy() throws(DatabaseError) {
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
