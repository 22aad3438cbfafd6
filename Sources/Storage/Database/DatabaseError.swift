/// A statement or transaction that failed, as data: the kind of failure and the library's own words for it.
public struct DatabaseError: Error, Equatable, Sendable {
    /// The kinds of failure that callers distinguish.
    public enum Kind: Equatable, Sendable {
        /// A unique key, a NOT NULL column or another constraint refused the row.
        case constraint
        /// Another session holds a lock, and waiting for it did not help.
        case busy
        /// The disk, or the space that was granted, is full.
        case full
        /// The database or its medium cannot be written.
        case readOnly
        /// The file, or the server's answer, contradicts itself.
        case corrupt
        /// The file is not a database.
        case notADatabase
        /// The operating system refused to read or write.
        case io
        /// The server cannot be reached or used now.
        case unreachable
        /// The connection to the server broke after it was asked to commit: the transaction may have been committed.
        case unknownOutcome
        /// Anything else: invalid SQL, a missing table, a limit that was exceeded.
        case other
    }

    /// The kind of failure.
    public let kind: Kind
    /// The words of the library or the operating system, in English.
    public let detail: String

    /// A failure of that kind.
    public init(_ kind: Kind, _ detail: String) {
        self.kind = kind
        self.detail = detail
    }
}
