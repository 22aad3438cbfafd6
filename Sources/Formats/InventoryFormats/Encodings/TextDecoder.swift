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
        // The bytes of text that was converted into UTF-8 twice come back if it is converted into Windows-1252.
        let (target, source) = encoding == .utf8Twice ? ("CP1252", "UTF-8") : ("UTF-8", encoding.systemName)
        guard let opened = iconv_open(target, source), Int(bitPattern: opened) != -1 else { return nil }
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

    /// Whether text may have been converted into UTF-8 twice: a letter such as Ã is followed by a sign of Windows-1252 that is
    /// no letter of the kind.
    static func mayBeTwiceUTF8(_ text: ByteView) -> Bool {
        var start = 0
        while let index = text.firstIndex(of: 0xC3, from: start) {
            if index + 2 < text.count, [0xC2, 0xC5, 0xC6, 0xCB, 0xE2].contains(text[index + 2]) { return true }
            start = index + 1
        }
        return false
    }

    /// Returns the text of bytes; nil if they are not text of the encoding.
    static func text(of bytes: some Sequence<UInt8>, in encoding: TextEncoding) -> [UInt8]? {
        guard let decoder = TextDecoder(encoding) else { return nil }
        var text: [UInt8] = []
        return decoder.decode(bytes, isLast: true, into: &text) ? text : nil
    }
}

/// An encoding of text that tables are read in.
package enum TextEncoding: String, CaseIterable, Sendable {
    case utf8 = "UTF-8"
    case utf16LittleEndian = "UTF-16LE"
    case utf16BigEndian = "UTF-16BE"
    case windows1252 = "Windows-1252"
    case latin9 = "ISO-8859-15"
    case windows1250 = "Windows-1250"
    case windows1254 = "Windows-1254"
    case macRoman = "macintosh"
    case cp850 = "CP850"
    case windows1251 = "Windows-1251"
    case shiftJIS = "Shift-JIS"
    case eucJP = "EUC-JP"
    case gb18030 = "GB18030"
    case big5 = "Big5"
    case eucKR = "EUC-KR"
    /// UTF-8 that a program took for Windows-1252 and converted into UTF-8 again: `KÃ¼che`.
    case utf8Twice = "UTF-8 twice"

    /// Reads a name in any case, with or without hyphens and underscores: `utf8`, `shift_jis`, `cp1252`.
    package init?(named name: String) {
        func folded(_ name: String) -> String { name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " } }
        let others: [String: TextEncoding] = [
            "cp1252": .windows1252, "latin1": .windows1252, "iso88591": .windows1252, "latin9": .latin9,
            "cp1250": .windows1250, "cp1254": .windows1254, "macroman": .macRoman, "mac": .macRoman, "ibm850": .cp850,
            "cp1251": .windows1251, "sjis": .shiftJIS, "cp932": .shiftJIS, "windows31j": .shiftJIS,
            "gbk": .gb18030, "gb2312": .gb18030, "cp936": .gb18030, "cp950": .big5, "cp949": .eucKR,
            "utf16": .utf16LittleEndian,
        ]
        let wanted = folded(name)
        guard let found = TextEncoding.allCases.first(where: { folded($0.rawValue) == wanted }) ?? others[wanted] else {
            return nil
        }
        self = found
    }

    /// The name by which iconv knows it. Windows' own variants hold every character of the standards that they extend.
    var systemName: String {
        switch self {
        case .windows1252: "CP1252"
        case .windows1250: "CP1250"
        case .windows1254: "CP1254"
        case .windows1251: "CP1251"
        case .shiftJIS: "CP932"
        case .eucJP: "EUC-JP-MS"
        case .big5: "CP950"
        case .eucKR: "CP949"
        default: rawValue
        }
    }
}
