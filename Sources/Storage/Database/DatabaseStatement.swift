/// A compiled statement with its parameters and, while it is stepped through, its current row.
///
/// Parameters are counted from 1, columns from 0. Values that are bound stay until ``reset()``. Bytes of a column are
/// valid until the next call of ``step()`` or ``reset()``.
public protocol DatabaseStatement: AnyObject {
    /// Binds a whole number.
    func bind(_ parameter: Int, _ number: Int64)
    /// Binds UTF-8 text, which is copied.
    func bind(_ parameter: Int, text: Span<UInt8>)
    /// Binds a byte string, which is copied.
    func bind(_ parameter: Int, bytes: Span<UInt8>)
    /// Binds NULL, which every parameter is after ``reset()``.
    func bindNull(_ parameter: Int)

    /// Moves to the next row.
    /// - Returns: false after the last one. It must not be called again then.
    func step() throws(DatabaseError) -> Bool

    /// Runs the statement to its end and resets it.
    /// - Returns: the number of rows that were inserted, updated or deleted.
    @discardableResult
    func run() throws(DatabaseError) -> Int

    /// Runs the statement to its end and resets it, for a caller that does not need the result.
    ///
    /// A driver may send it with a later statement of the transaction, or with the commit, which then throws its error.
    func runLater() throws(DatabaseError)

    /// Announces that the statement will be stepped through with the parameters that are bound now. A driver may ask for
    /// the rows together with the next statement that runs. They are discarded if the transaction writes before they are read.
    func prefetch() throws(DatabaseError)

    /// Ends the run and sets all parameters to NULL.
    func reset()

    /// Whether a column of the row is NULL.
    func isNull(_ column: Int) -> Bool
    /// A column's whole number; 0 for NULL.
    func integer(_ column: Int) -> Int64
    /// The bytes of a text or byte string; nil for NULL.
    func bytes(_ column: Int) -> UnsafeBufferPointer<UInt8>?
}

extension DatabaseStatement {
    public func runLater() throws(DatabaseError) { try run() }
    public func prefetch() throws(DatabaseError) {}

    /// A column's whole number; nil for NULL.
    public func optionalInteger(_ column: Int) -> Int64? { isNull(column) ? nil : integer(column) }

    /// A column's text; nil for NULL.
    public func text(_ column: Int) -> String? { bytes(column).map { String(decoding: $0, as: UTF8.self) } }

    /// Binds a whole number or NULL.
    public func bind(_ parameter: Int, _ number: Int64?) {
        if let number { bind(parameter, number) } else { bindNull(parameter) }
    }

    /// Binds text or NULL.
    public func bind(_ parameter: Int, _ text: String?) {
        if let text { bind(parameter, text: text.utf8.span) } else { bindNull(parameter) }
    }
}
