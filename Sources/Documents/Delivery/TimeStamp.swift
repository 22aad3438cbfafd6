import CCrypto
import Files
import Glibc
package import Inventory
package import Message

/// A time stamp (RFC 3161): the request for a hash, and the answer of a time stamp authority, which signs the hash with the
/// time.
package struct TimeStamp: Sendable {
    /// The TimeStampReq in DER.
    package let request: [UInt8]
    /// The TimeStampResp in DER.
    package let response: [UInt8]
    /// The hash: 32 bytes.
    package let root: [UInt8]
    /// The time that the authority states, in whole seconds.
    package let time: Timestamp

    /// A request for the SHA-256 hash of all leaves, with a random nonce, that asks for the authority's certificate.
    package static func request(for root: [UInt8]) -> [UInt8] {
        var nonce = (0..<8).map { _ in UInt8.random(in: .min ... .max) }
        // A positive number of eight bytes.
        nonce[0] = nonce[0] & 0x3F | 0x40
        return head + root + [0x02, 0x08] + nonce + tail
    }

    /// The bytes of a request before its hash: a sequence of version 1 and the imprint, which begins with id-sha256.
    private static let head: [UInt8] = [
        0x30, 0x43, 0x02, 0x01, 0x01, 0x30, 0x31, 0x30, 0x0D, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04,
        0x02, 0x01, 0x05, 0x00, 0x04, 0x20,
    ]
    /// The end of a request: certReq is true.
    private static let tail: [UInt8] = [0x01, 0x01, 0xFF]

    /// The hash of a request; nil if ``request(for:)`` did not make it.
    package static func root(of request: [UInt8]) -> [UInt8]? {
        let root = request.dropFirst(head.count).prefix(SHA256.byteCount)
        let nonce = request.dropFirst(head.count + SHA256.byteCount + 2).prefix(8)
        return Array(request) == head + root + [0x02, 0x08] + nonce + tail && nonce.count == 8 ? Array(root) : nil
    }

    /// Reads an answer.
    /// - Throws: a ``TimeStampError`` if it is not the answer to the request: refused, or for another hash or nonce.
    package init(request: [UInt8], response: [UInt8]) throws(TimeStampError) {
        guard let root = TimeStamp.root(of: request) else { throw .unreadableRequest }
        (self.request, self.response, self.root) = (request, response, root)
        time = try TimeStamp.check(request, response, certificates: nil)
    }

    /// Checks the authority's signature as of the time that it states.
    /// - Parameter file: certificates in PEM that the caller trusts.
    /// - Throws: `wrong`, or `noCertificates`.
    package func check(certificates file: String) throws(TimeStampError) {
        _ = try TimeStamp.check(request, response, certificates: file)
    }

    private static func check(
        _ request: [UInt8], _ response: [UInt8], certificates: String?
    ) throws(TimeStampError) -> Timestamp {
        defer { ERR_clear_error() }
        let asked = decoded(request) { d2i_TS_REQ(nil, $0, $1) }
        defer { TS_REQ_free(asked) }
        let answer = decoded(response) { d2i_TS_RESP(nil, $0, $1) }
        defer { TS_RESP_free(answer) }
        guard let asked, let answer, let context = TS_REQ_to_TS_VERIFY_CTX(asked, nil) else { throw .unreadable }
        defer { TS_VERIFY_CTX_free(context) }
        let time = TS_RESP_get_tst_info(answer).flatMap { seconds(TS_TST_INFO_get_time($0)) }
        TS_VERIFY_CTX_set_flags(context, Int32(TS_VFY_VERSION | TS_VFY_IMPRINT | TS_VFY_NONCE))
        if let certificates {
            guard let store = X509_STORE_new() else { throw .unreadable }
            // The context frees it.
            TS_VERIFY_CTX_set_store(context, store)
            guard X509_STORE_load_file(store, certificates) == 1 else { throw .noCertificates(file: certificates) }
            // A certificate ends long before the proof that it gave.
            if let time { X509_VERIFY_PARAM_set_time(X509_STORE_get0_param(store), time) }
            TS_VERIFY_CTX_add_flags(context, Int32(TS_VFY_SIGNATURE | TS_VFY_SIGNER))
        }
        guard TS_RESP_verify_response(context, answer) == 1, let time else { throw .wrong(reason: reason) }
        return Timestamp(clampedMilliseconds: Int64(time) * 1000)
    }

    private static func decoded<Value>(
        _ bytes: [UInt8], _ decode: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> Value?
    ) -> Value? {
        bytes.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            return decode(&start, bytes.count)
        }
    }

    private static func seconds(_ time: UnsafePointer<ASN1_GENERALIZEDTIME>?) -> time_t? {
        var parts = tm()
        guard let time, ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
        return timegm(&parts)
    }

    /// OpenSSL's words for its last error.
    private static var reason: String {
        var data: UnsafePointer<CChar>?
        let code = ERR_peek_last_error_all(nil, nil, nil, &data, nil)
        let words = [ERR_reason_error_string(code), data].compactMap { $0.map { String(cString: $0) } }
        return words.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

/// Why a time stamp proves nothing.
package enum TimeStampError: Error, Equatable, Sendable {
    /// The request is not one of this program.
    case unreadableRequest
    /// The answer is not a TimeStampResp, or is cut off.
    case unreadable
    /// The answer refuses the request, or does not fit it, or its signature is wrong; OpenSSL's words.
    case wrong(reason: String)
    /// The file has no certificate in PEM.
    case noCertificates(file: String)
}

extension TimeStampError: MessageConvertible {
    package var message: Message {
        switch self {
        case .unreadableRequest: Message("stamp.unreadableRequest")
        case .unreadable: Message("stamp.unreadable")
        case .wrong(let reason): Message("stamp.wrong", ["reason": reason])
        case .noCertificates(let file): Message("stamp.noCertificates", ["file": file])
        }
    }
}
