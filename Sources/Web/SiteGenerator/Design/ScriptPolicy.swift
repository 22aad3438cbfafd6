import Files
import FoundationEssentials
import Localization

/// The scripts that a page loads, and the content security policy that allows only their bytes.
///
/// Each script is named by its SHA-256 where it is loaded (W3C Subresource Integrity) and in the
/// Content-Security-Policy (W3C CSP 3, 6.7.2.2). Imports of a script are preloaded (WHATWG HTML, 4.6.7.11), since an
/// import cannot name a hash. One script is inline, because browsers load no modules from a disk.
///
/// WebKit matches hashes of files only together with `strict-dynamic`, which lets a trusted script load others, and lets
/// other modules pass. So a second policy binds it to the site itself.
struct ScriptPolicy: Sendable {
    /// A script that pages begin with.
    enum Entry: String, CaseIterable, Sendable {
        case list = "main.js"
        case item = "item.js"
    }

    /// The integrity of each script by its name in `assets`.
    let integrity: [String: String]
    /// The scripts that each one loads.
    private let imports: [String: Imports]
    /// The script inside list pages.
    private let inline: String
    private let companion: String?
    private let isEditable: Bool
    /// Identifies the design: pages that a browser keeps are of use only with the files of their own design.
    private let design: String

    /// The scripts that one loads: at once, at once for editing, and when they are first used.
    private struct Imports {
        var always: [String] = []
        var editing: [String] = []
        var later: [String] = []
    }

    /// The form that Content-Security-Policy and subresource integrity use: `sha256-` and the digest in base 64.
    static func integrity(of script: [UInt8]) -> String {
        "sha256-" + Data(SHA256.digest(of: script)).base64EncodedString()
    }

    /// - Parameters:
    ///   - companion: another origin that pages may ask.
    ///   - isEditable: whether pages load at once what editing needs.
    ///   - folder: the owner's files.
    ///   - known: the integrity of scripts that need not be computed.
    ///   - design: identifies the design.
    init(
        replacedBy folder: String? = nil, companion: String? = nil, isEditable: Bool = true,
        known: [String: String]? = nil, design: String = ""
    ) throws(FileError) {
        self.design = design
        var integrity: [String: String] = [:]
        var imports: [String: Imports] = [:]
        var inline = ""
        try SiteAssets.forEachFile(replacedBy: folder) { name, bytes in
            guard name.hasSuffix(".js") else { return }
            integrity[name] = known?[name] ?? ScriptPolicy.integrity(of: bytes)
            imports[name] = ScriptPolicy.imports(of: bytes)
            if name == SiteAssets.inlineScript { inline = String(decoding: bytes, as: UTF8.self) }
        }
        self.inline = inline
        self.integrity = integrity
        self.imports = imports
        self.companion = companion
        self.isEditable = isEditable
    }

    /// The markup at the head of a page: policy, imported scripts, script.
    /// - Parameter root: leads from the page to the folder: "" or "../".
    func head(_ entry: Entry, root: String) -> String {
        let scripts = closure(of: [entry.rawValue])
        guard !scripts.isEmpty else { return ScriptPolicy.meta(policy([])) }
        let later = self.later(after: scripts)
        let inlineHash = entry == .list ? integrity[SiteAssets.inlineScript] : nil
        func source(_ name: String) -> String { "\(root)assets/\(name)\" integrity=\"\(integrity[name] ?? "")" }
        let imported = scripts.filter { $0 != entry.rawValue }
        func preload(_ name: String) -> String { "<link rel=\"modulepreload\" href=\"\(source(name))\">" }
        let lines =
            [
                ScriptPolicy.meta(
                    policy(
                        Set(scripts + later.flatMap(\.scripts)).sorted().compactMap { integrity[$0] }
                            + [inlineHash].compactMap(\.self))),
                ScriptPolicy.meta("script-src 'self'\(inlineHash.map { " '\($0)'" } ?? "")"),
            ]
            + (isEditable ? ["<meta name=\"design\" content=\"\(design)\">"] : [])
            + imported.map(preload)
            + later.map { entry in
                let with =
                    entry.with.isEmpty ? "" : " data-with=\"\(entry.with.map { "./\($0)" }.joined(separator: " "))\""
                return "<template id=\"./\(entry.name)\"\(with)>\(entry.scripts.map(preload).joined())</template>"
            }
            + (inlineHash == nil ? [] : ["<script>\(inline)</script>"])
            + ["<script type=\"module\" src=\"\(source(entry.rawValue))\"></script>"]
        return lines.joined(separator: "\n")
    }

    /// The head of a page without scripts.
    var plainHead: String { ScriptPolicy.meta(policy([])) }

    /// A policy that allows scripts with these hashes, and anything else from the site itself.
    func policy(_ hashes: [String]) -> String {
        let scripts = hashes.isEmpty ? "'none'" : "'strict-dynamic' " + hashes.map { "'\($0)'" }.joined(separator: " ")
        return "default-src 'none'; script-src \(scripts); style-src 'self'; img-src 'self' data: blob:; "
            + "connect-src 'self'\(companion.map { " " + $0 } ?? ""); form-action 'self'; base-uri 'none'"
            + (isEditable ? "; manifest-src 'self'; worker-src 'self'" : "")
    }

    private static func meta(_ policy: String) -> String {
        "<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">"
    }

    /// The scripts that pages load when they are first used: each with others of them that it needs, and what it needs besides.
    private func later(after loaded: [String]) -> [(name: String, with: [String], scripts: [String])] {
        var names: Set<String> = []
        var open = loaded
        while let script = open.popLast() {
            for name in imports[script]?.later ?? [] where isEditable || ScriptPolicy.forReaders.contains(name) {
                if !loaded.contains(name), names.insert(name).inserted { open += closure(of: [name]) }
            }
        }
        return names.sorted().map { name in
            let needed = closure(of: [name]).filter { !loaded.contains($0) }
            let with = needed.filter { $0 != name && names.contains($0) }
            let there = closure(of: with)
            return (name, with, needed.filter { !there.contains($0) })
        }
    }

    /// The scripts among those that pages load later which are of use without a server: the search, the photos of an item in
    /// large, the choice of a place or tag.
    private static let forReaders: Set = ["find.js", "viewer.js", "picker.js"]

    /// Scripts and all that they load, by name; for readers without what only editing needs.
    private func closure(of entries: [String]) -> [String] {
        var found: Set<String> = []
        var open = entries
        while let name = open.popLast() {
            guard integrity[name] != nil, found.insert(name).inserted else { continue }
            guard let imports = imports[name] else { continue }
            open += imports.always + (isEditable ? imports.editing : [])
        }
        return found.sorted()
    }

    /// The names in `from "./name.js"`, `import("./name.js")` and `load("./name.js")`.
    private static func imports(of script: [UInt8]) -> Imports {
        var names = Imports()
        var index = 0
        while let start = ByteSearch.first(opening, in: script, from: index) {
            index = start + opening.count
            guard let end = ByteSearch.first(closing, in: script, from: index) else { break }
            let name = String(decoding: script[index..<end], as: UTF8.self)
            guard name.hasSuffix(".js") else { continue }
            let before = script[..<start]
            if before.suffix(5).elementsEqual("load(".utf8) {
                names.later.append(name)
            } else if before.last == UInt8(ascii: "(") {
                names.editing.append(name)
            } else {
                names.always.append(name)
            }
        }
        return names
    }

    private static let opening = Array("\"./".utf8)
    private static let closing = Array("\"".utf8)
}
