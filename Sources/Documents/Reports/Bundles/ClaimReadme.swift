import Delivery
import Inventory

/// The README of a claim's folder: whose it is, its contents, and how to check it.
struct ClaimReadme {
    private let options: ReportOptions
    private let settings: InventorySettings
    private let words: DocumentLocalization

    init(_ options: ReportOptions, _ settings: InventorySettings, _ words: DocumentLocalization) {
        (self.options, self.words) = (options, words)
        self.settings = options.stated(settings)
    }

    /// - Parameter folders: the folders of photos and documents.
    func text(_ folders: [String], _ signer: ManifestSigner) -> String {
        var lines = [options.title ?? words.title(of: options.name), ""] + facts + ["", words["bundle.about"], ""]
        func add(_ name: String, _ key: String) { lines.append("  \(name): \(words["bundle.\(key)"])") }
        for format in ["pdf", "xlsx", "xml"] {
            add("\(options.name).\(format)", format == "pdf" && options.isInVolumes ? "cover" : format)
        }
        if options.isInVolumes { add("\(options.name)-*.pdf", "volumes") }
        for folder in folders { add("\(folder)/", folder) }
        add(Manifest.fileName, "checksums")
        if let check = signer.verificationCommand {
            add(Manifest.fileName + Manifest.signatureExtension, "signature")
            lines.append("    \(check)")
        }
        let notes = [
            (!folders.isEmpty, "bundle.copies"), (folders.contains("documents"), "bundle.asGiven"),
            (options.showsDocuments && options.redaction.hidesPages, "bundle.withheld"),
        ]
        for (applies, key) in notes where applies { lines += ["", words[key]] }
        lines += ["", options.generator, ""]
        return lines.joined(separator: "\n")
    }

    /// Owner, policy, claim and day, as far as they are stated and not redacted.
    private var facts: [String] {
        let texts: [(key: String, text: String?, isHidden: Bool)] = [
            ("insured", settings.owner, options.redaction.owner.contains(.owner)),
            ("insurer", settings.insurer, options.redaction.owner.contains(.insurer)),
            ("policyNumber", settings.policyNumber, options.redaction.owner.contains(.policyNumber)),
            ("claimNumber", settings.claimNumber, options.redaction.owner.contains(.claimNumber)),
            ("dateOfLoss", settings.dateOfLoss?.description, options.redaction.hides(.dateOfLoss)),
            ("generated", options.locale.day(of: options.generated).description, false),
        ]
        return texts.compactMap { key, text, isHidden in
            text.map {
                "\(words[key]): \(isHidden ? words["redacted"] : $0.split(whereSeparator: \.isNewline).joined(separator: " "))"
            }
        }
    }
}
