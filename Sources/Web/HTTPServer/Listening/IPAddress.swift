import Glibc

/// The numeric address of a machine, without a port.
struct IPAddress: Hashable, Sendable {
    /// 4 bytes (IPv4) or 16 (IPv6).
    let bytes: [UInt8]

    /// An address of 4 or 16 bytes; nil for any other number.
    init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Reads `192.0.2.1` or `2001:db8::1`; nil for anything else, such as a name.
    init?(_ text: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 {
            self.bytes = Array(bytes.prefix(4))
        } else if inet_pton(AF_INET6, text, &bytes) == 1 {
            self.bytes = bytes
        } else {
            return nil
        }
    }

    var isIPv6: Bool { bytes.count == 16 }

    /// Whether only this machine has it: 127.0.0.0/8 or ::1.
    var isLoopback: Bool {
        isIPv6 ? bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1 : bytes[0] == 127
    }

    /// Whether it is the unspecified address, 0.0.0.0 or ::, which listens on all addresses of the machine.
    var isWildcard: Bool { bytes.allSatisfy { $0 == 0 } }

    /// The IPv4 address of an IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2), or the address itself.
    var unmapped: IPAddress {
        guard isIPv6, bytes.starts(with: Array(repeating: 0, count: 10) + [0xFF, 0xFF]) else { return self }
        return IPAddress(bytes: Array(bytes.suffix(4))) ?? self
    }

    /// The one way in which the system writes it.
    var text: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(isIPv6 ? AF_INET6 : AF_INET, bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
