import CMicroHTTPD
import Glibc

/// Answers as the library's own responses.
enum MHDResponse {
    /// Sends an answer.
    static func queue(_ answer: Response, on connection: OpaquePointer) -> MHD_Result {
        if case .file(let file) = answer.body, answer.fields.isEmpty, !answer.closes {
            return MHD_queue_response(connection, UInt32(answer.status), file.response)
        }
        guard let response = make(answer.body, connection) else { return .NO }
        defer { MHD_destroy_response(response) }
        add(SecurityHeaders.always, to: response)
        add(answer.fields, to: response)
        if answer.closes { MHD_add_response_header(response, "Connection", "close") }
        return MHD_queue_response(connection, UInt32(answer.status), response)
    }

    /// A response with a body of bytes and header fields, to be used more than once. The caller destroys it.
    static func make(_ bytes: UnsafeRawBufferPointer, _ fields: [(String, String)]) -> OpaquePointer? {
        let response = MHD_create_response_from_buffer(
            bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress ?? UnsafeRawPointer(empty)),
            .RESPMEM_MUST_COPY)
        guard let response else { return nil }
        add(SecurityHeaders.always, to: response)
        add(fields, to: response)
        return response
    }

    /// A response whose body is a file, which it closes when it goes; nil where none could be made.
    static func make(descriptor: Int32, count: Int, _ fields: [(String, String)]) -> OpaquePointer? {
        guard let response = MHD_create_response_from_fd_at_offset64(UInt64(count), descriptor, 0) else { return nil }
        add(SecurityHeaders.always, to: response)
        add(fields, to: response)
        return response
    }

    private static func add(_ fields: [(String, String)], to response: OpaquePointer) {
        for (name, value) in fields {
            // Passed as they are, a String's bytes would be copied first.
            name.withCString { name in
                _ = value.withCString { value in MHD_add_response_header(response, name, value) }
            }
        }
    }

    private static func make(_ body: Response.Body, _ connection: OpaquePointer) -> OpaquePointer? {
        switch body {
        case .none, .file: return MHD_create_response_from_buffer(0, empty, .RESPMEM_PERSISTENT)
        case .bytes(let bytes):
            return bytes.withUnsafeBytes { bytes in
                MHD_create_response_from_buffer(
                    bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress ?? UnsafeRawPointer(empty)),
                    .RESPMEM_MUST_COPY)
            }
        case .stream(let stream):
            let reader = Unmanaged.passRetained(StreamReader(stream, connection))
            return MHD_create_response_from_callback(
                // All bits set: the length is not known.
                UInt64.max, 4096,
                { reader, _, buffer, count in
                    guard let reader, let buffer else { return -1 }
                    return Unmanaged<StreamReader>.fromOpaque(reader).takeUnretainedValue().read(
                        UnsafeMutableRawBufferPointer(start: buffer, count: count))
                }, reader.toOpaque(),
                { reader in
                    guard let reader else { return }
                    Unmanaged<StreamReader>.fromOpaque(reader).takeRetainedValue().stream.forget()
                })
        }
    }

    /// Somewhere to point to where there is nothing.
    private nonisolated(unsafe) static let empty = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

    private final class StreamReader {
        let stream: EventStream
        private let connection: OpaquePointer

        init(_ stream: EventStream, _ connection: OpaquePointer) {
            self.stream = stream
            self.connection = connection
        }

        func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int { stream.read(into: buffer, for: connection) }
    }
}

extension Response {
    /// Bytes of the body, as far as they are known.
    var size: Int {
        switch body {
        case .none, .stream: 0
        case .bytes(let bytes): bytes.count
        case .file(let file): file.size
        }
    }
}
