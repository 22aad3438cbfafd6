import Files
import Glibc

/// The address of an inventory on a database server: `postgres://HOST/DATABASE?inventory=NAME`.
///
/// It is a URI of libpq ("Connection URIs") with two parameters of its own: `inventory`, and `files`, the folder of photos
/// and documents.
package struct StoreAddress: Equatable, Sendable {
    /// The URI of the database, for the driver. It may contain a password.
    let server: String
    /// The name of the inventory; nil if none is stated.
    package let inventory: String?
    /// The folder of the photos and documents of all inventories, if it is stated.
    let statedFiles: String?
    /// The address without user information and other parameters, for messages.
    package let displayName: String

    /// Reads an address; nil for a path of a folder.
    package init?(_ text: String) {
        guard let scheme = ["postgres://", "postgresql://"].first(where: text.hasPrefix) else { return nil }
        let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var (inventory, files): (String?, String?) = (nil, nil)
        var others: [Substring] = []
        for parameter in halves.dropFirst().first?.split(separator: "&") ?? [] {
            let value = PercentCoding.decode(parameter.drop { $0 != "=" }.dropFirst().utf8)
                .flatMap { String(validating: $0, as: UTF8.self) }
            switch parameter.prefix(while: { $0 != "=" }) {
            case "inventory": inventory = value
            case "files": files = value
            default: others.append(parameter)
            }
        }
        server = String(halves[0]) + (others.isEmpty ? "" : "?" + others.joined(separator: "&"))
        self.inventory = inventory.flatMap { $0.isEmpty ? nil : $0 }
        statedFiles = files.flatMap { $0.isEmpty ? nil : $0 }
        displayName =
            scheme + StoreAddress.displayName(halves[0].dropFirst(scheme.count))
            + (inventory.map { "?inventory=\($0)" } ?? "")
    }

    /// Host, port and database without user and password, even if a byte of these is not percent-encoded.
    private static func displayName(_ rest: Substring) -> Substring {
        if let end = rest.lastIndex(of: "@") { return rest[rest.index(after: end)...] }
        let authority = rest.prefix { $0 != "/" }
        // Text after a host's colon is a port, unless a ? in a password ended the host.
        let afterHost = authority.lastIndex(of: "]").map { authority[$0...].dropFirst() } ?? authority
        let ports = afterHost.split(separator: ",").compactMap { host in
            host.firstIndex(of: ":").map { host[host.index(after: $0)...] }
        }
        return ports.allSatisfy { $0.allSatisfy(\.isNumber) } ? rest : "…"
    }

    private init(server: String, inventory: String?, files: String?, displayName: String) {
        (self.server, self.inventory, statedFiles, self.displayName) = (server, inventory, files, displayName)
    }

    /// A path of a folder as it is, or an address as messages show it.
    package static func displayName(_ path: String) -> String { StoreAddress(path)?.displayName ?? path }

    /// The address of another inventory in the same database.
    package func of(_ inventory: String) -> StoreAddress {
        let base = displayName.prefix { $0 != "?" }
        return StoreAddress(
            server: server, inventory: inventory, files: statedFiles, displayName: "\(base)?inventory=\(inventory)")
    }

    /// The address as it is read. It may contain a password, so that it belongs in the environment of a process, never into
    /// its arguments.
    package var text: String {
        let own = [("inventory", inventory), ("files", statedFiles)].compactMap { name, value in
            value.map { "\(name)=\(PercentCoding.encode($0))" }
        }
        guard !own.isEmpty else { return server }
        return server + (server.contains("?") ? "&" : "?") + own.joined(separator: "&")
    }

    /// The folder of the photos and documents of all inventories: the stated one, else `HOMEPWNER_FILES`, else one in the
    /// owner's folder for data (XDG Base Directory Specification).
    package var files: String {
        func variable(_ name: String) -> String? {
            getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        if let stated = statedFiles ?? variable("HOMEPWNER_FILES") { return stated }
        let data = variable("XDG_DATA_HOME") ?? (variable("HOME") ?? ".") + "/.local/share"
        return data + "/homepwner/files"
    }

    /// Whether a text can name an inventory: 1 to 200 bytes of UTF-8, no period at the start, no control characters.
    static func isValid(name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 200 && !name.hasPrefix(".")
            && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
}
