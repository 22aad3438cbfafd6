import CSupport
import Glibc

/// Converts text of another encoding into UTF-8, piece by piece (POSIX iconv).
final class TextDecoder {
    private let converter: iconv_t
    /// Bytes of a character whose rest has not been read yet.
    private var pending: [UInt8] = []
    let encoding: TextEncoding

    /// - Returns: nil if the system has no such converter.
    init?(_ encoding: TextEncoding) {
        guard let opened = iconv_open("UTF-8", encoding.systemName), Int(bitPattern: opened) != -1 else { return nil }
        converter = opened
        self.encoding = encoding
    }

    deinit { iconv_close(converter) }

    /// Appends the text of more bytes.
    ///
    /// - Parameter isLast: whether no bytes follow.
    /// - Returns: false if the bytes are not text of the encoding.
    func decode(_ bytes: some Sequence<UInt8>, isLast: Bool, into text: inout [UInt8]) -> Bool {
        var input = pending.map { CChar(bitPattern: $0) }
        input.append(contentsOf: bytes.lazy.map { CChar(bitPattern: $0) })
        pending = []
        var output = [CChar](repeating: 0, count: 1 << 16)
        var isValid = true
        let total = input.count
        input.withUnsafeMutableBufferPointer { input in
            var source = input.baseAddress
            var sourceLeft = total
            while sourceLeft > 0, isValid {
                let (written, code) = output.withUnsafeMutableBufferPointer { output in
                    var target = output.baseAddress
                    var room = output.count
                    let result = iconv(converter, &source, &sourceLeft, &target, &room)
                    return (output.count - room, result == -1 ? errno : 0)
                }
                text.append(contentsOf: output[..<written].lazy.map { UInt8(bitPattern: $0) })
                switch code {
                case 0, E2BIG: continue
                case EINVAL where !isLast:
                    pending = input[(total - sourceLeft)...].map { UInt8(bitPattern: $0) }
                    sourceLeft = 0
                default: isValid = false
                }
            }
        }
        return isValid
    }

    /// Returns the text of bytes; nil if they are not text of the encoding.
    static func text(of bytes: some Sequence<UInt8>, in encoding: TextEncoding) -> [UInt8]? {
        guard let decoder = TextDecoder(encoding) else { return nil }
        var text: [UInt8] = []
        return decoder.decode(bytes, isLast: true, into: &text) ? text : nil
    }
}
