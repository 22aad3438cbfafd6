internal import CMicroHTTPD
import Files
import Glibc

/// Responses in the form of the library.
enum MHDResponse {
    /// Sends a response.
    static func queue(_ response: Response, on connection: MHDConnection) -> MHD_Result {
        if case .file(let file) = response.body, response.fields.isEmpty, !response.closes {
            return MHD_queue_response(connection.handle, UInt32(response.status), file.response.pointer)
        }
        guard let made = make(response.body, connection) else { return .NO }
        defer { MHD_destroy_response(made) }
        add(SecurityHeaders.always, to: made)
        add(response.fields, to: made)
        if response.closes { MHD_add_response_header(made, "Connection", "close") }
        return MHD_queue_response(connection.handle, UInt32(response.status), made)
    }

    fileprivate static func add(_ fields: [(String, String)], to response: OpaquePointer) {
        for (name, value) in fields {
            // Passing a String as a C string argument would copy its bytes first.
            name.withCString { name in
                _ = value.withCString { value in MHD_add_response_header(response, name, value) }
            }
        }
    }

    /// Copies bytes into a response.
    fileprivate static func make(_ bytes: [UInt8]) -> OpaquePointer? {
        var bytes = bytes
        return bytes.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress, !bytes.isEmpty else { return makeEmpty() }
            return MHD_create_response_from_buffer(bytes.count, start, .RESPMEM_MUST_COPY)
        }
    }

    private static func makeEmpty() -> OpaquePointer? {
        var nothing: UInt8 = 0
        return MHD_create_response_from_buffer(0, &nothing, .RESPMEM_MUST_COPY)
    }

    private static func make(_ body: Response.Body, _ connection: MHDConnection) -> OpaquePointer? {
        switch body {
        case .none, .file: return makeEmpty()
        case .bytes(let bytes): return make(bytes)
        case .stream(let stream):
            let reader = CallbackContext.retain(StreamReader(stream, connection))
            return MHD_create_response_from_callback(
                // All bits set: the length is not known.
                UInt64.max, 4096,
                { reader, _, buffer, count in
                    guard let reader, let buffer else { return StreamReader.endOfStream }
                    return CallbackContext<StreamReader>.object(reader).read(
                        into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
                }, reader,
                { reader in
                    guard let reader else { return }
                    CallbackContext<StreamReader>.release(reader).stream.close()
                })
        }
    }

    private final class StreamReader {
        /// `MHD_CONTENT_READER_END_OF_STREAM`, a cast that Swift does not import.
        static let endOfStream = -1

        let stream: EventStream
        private let connection: MHDConnection

        init(_ stream: EventStream, _ connection: MHDConnection) {
            self.stream = stream
            self.connection = connection
        }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            switch stream.read(
                upTo: buffer.count, suspending: { SuspendedConnection(suspending: connection) })
            {
            case .bytes(let bytes):
                buffer.copyBytes(from: bytes)
                return bytes.count
            case .suspended: return 0
            case .end: return StreamReader.endOfStream
            }
        }
    }
}

/// A response that can be sent any number of times, by any thread; the library counts its users.
final class SharedResponse: Sendable {
    nonisolated(unsafe) let pointer: OpaquePointer

    /// A response with a body in memory; nil if the library has no memory for it.
    init?(bytes: [UInt8], fields: [(String, String)]) {
        guard let pointer = MHDResponse.make(bytes) else { return nil }
        self.pointer = pointer
        MHDResponse.add(SecurityHeaders.always + fields, to: pointer)
    }

    /// A response whose body is a file; it owns the descriptor. Nil if the library has no memory for it, and the
    /// descriptor is still open.
    init?(descriptor: Int32, count: Int, fields: [(String, String)]) {
        guard let pointer = MHD_create_response_from_fd_at_offset64(UInt64(count), descriptor, 0) else { return nil }
        self.pointer = pointer
        MHDResponse.add(SecurityHeaders.always + fields, to: pointer)
    }

    deinit { MHD_destroy_response(pointer) }
}

/// libmicrohttpd's connection of a client, valid in the library's callbacks and while it is suspended.
struct MHDConnection {
    let handle: OpaquePointer

    init(_ handle: OpaquePointer) { self.handle = handle }

    var socket: Int32 { homepwner_http_socket(handle) }

    /// The address of the client; nil if the library does not know it.
    var address: IPAddress? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = homepwner_http_address(handle, &bytes)
        return IPAddress(bytes: Array(bytes.prefix(Int(count))))
    }
}

/// A connection that the library leaves alone until it is resumed.
struct SuspendedConnection: Sendable {
    // The library allows any thread to resume a connection, and a suspended one is not closed.
    nonisolated(unsafe) private let connection: MHDConnection

    /// `POLLRDHUP` of poll(2), which the C library hides from plain C.
    private static let hangUp: Int16 = 0x2000

    /// Suspends a connection; call it on the connection's thread.
    init(suspending connection: MHDConnection) {
        self.connection = connection
        MHD_suspend_connection(connection.handle)
    }

    /// Whether the client has closed its side. The library does not look at the socket of a suspended connection.
    var isClosedByClient: Bool {
        var socket = pollfd(fd: connection.socket, events: SuspendedConnection.hangUp, revents: 0)
        return poll(&socket, 1, 0) > 0
    }

    /// Lets the connection go on. Call it once.
    func resume() { MHD_resume_connection(connection.handle) }
}
