import Glibc

/// Whether the machine knows a time zone of that name.
///
/// UTC is known everywhere; other names are files of the IANA database.
func isTimeZone(_ name: String) -> Bool {
    if name == "UTC" { return true }
    let isWellFormed =
        !name.isEmpty && name.utf8.count <= 64 && !name.contains("..") && !name.hasPrefix("/")
        && name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "-"),
                UInt8(ascii: "+"):
                true
            default: false
            }
        }
    guard isWellFormed else { return false }
    var status = stat()
    return stat("/usr/share/zoneinfo/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}
