import CPostgreSQL
import Database

extension DatabaseError {
    /// The failure of a statement.
    ///
    /// Only the server's first line is kept: the details of a broken constraint quote the values of the row.
    init(_ result: OpaquePointer?, _ session: OpaquePointer) {
        guard let result, let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))) else {
            self.init(connection: session)
            return
        }
        let words = PQresultErrorField(result, Int32(UInt8(ascii: "M"))).map { String(cString: $0) } ?? ""
        let isStandby = PQparameterStatus(session, "in_hot_standby").map { String(cString: $0) } == "on"
        self.init(DatabaseError.kind(ofState: String(cString: state), isStandby: isStandby), words)
    }

    /// The failure of a connection.
    init(connection session: OpaquePointer) {
        // libpq reports a line for each address that it tried, with the server and the reason.
        let lines = String(cString: PQerrorMessage(session)).split(whereSeparator: \.isNewline)
        self.init(.unreachable, lines.joined(separator: " "))
    }

    /// The kind of an SQLSTATE (PostgreSQL, appendix A).
    /// - Parameter isStandby: whether the session's server is a standby.
    static func kind(ofState state: String, isStandby: Bool = false) -> Kind {
        switch state {
        // A lock was not granted; two transactions waited for each other; they cannot be put into one order.
        case "55P03", "40P01", "40001": .busy
        case "53100": .full
        // A standby, which the session's server became or was all the time: the primary is elsewhere. It does not support
        // a transaction that writes.
        case "25006": .unreachable
        case "0A000": isStandby ? .unreachable : .other
        // The session was ended because its transaction was idle.
        case "25P03": .unreachable
        // Only this statement was cancelled, by its timeout or by a person. The session can be used.
        case "57014": .other
        case "XX001", "XX002": .corrupt
        default:
            switch state.prefix(2) {
            case "23": .constraint
            // Connections, resources, the operator's intervention, authorization.
            case "08", "53", "57", "28": .unreachable
            // Errors of the server's system.
            case "58": .io
            default: .other
            }
        }
    }
}
