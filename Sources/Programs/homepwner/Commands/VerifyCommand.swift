import Attachments
import Delivery
import Files
import Glibc
import Inventory
import InventoryStore
import JSON
import Localization
import Message

extension Command {
    static let verify = Command(
        name: "verify",
        operands: [PositionalArgument("PATH", .optional)],
        options: [.verifyKey, .verifySigners, .stampCertificates, .json, .store, .help],
        examples: [
            "verify",
            "verify claim.html --key public.pem",
            "verify claim --tsa-certificates cacert.pem",
        ],
        run: { invocation in
            let arguments = invocation.arguments
            if arguments.operand("PATH") != nil, arguments.has(.store) {
                throw UsageError.exclusive(["PATH", "--store"])
            }
            try arguments.allowOnlyOne(of: [.verifyKey, .verifySigners])
            let keyFile = arguments.text(.verifyKey).map(VerificationKey.openSSL(file:))
            let key = keyFile ?? arguments.text(.verifySigners).map(VerificationKey.allowedSigners(file:))
            if let path = arguments.operand("PATH"), let manifest = DeliveryVerifier.manifest(for: path) {
                let outcome = try DeliveryVerifier.run(manifest: manifest, of: path, key: key)
                return try invocation.printOutcome(path, outcome) { name in
                    let (descriptor, _) = try openFile("\(Folder.parent(manifest))/\(name)", followsLinks: false)
                    defer { close(descriptor) }
                    return try readFile(descriptor, path: name)
                }
            }
            if let path = arguments.operand("PATH"), try DeliveryVerifier.isArchive(path) {
                let outcome = try DeliveryVerifier.run(archive: path, key: key)
                let archive = try ZipReader(path, isUnambiguous: true)
                return try invocation.printOutcome(path, outcome) { try archive.contents(of: $0, atMost: 1 << 30) }
            }
            if key != nil {
                guard let path = arguments.operand("PATH") else {
                    throw UsageError.together(keyFile != nil ? "--key" : "--allowed-signers", with: "PATH")
                }
                throw DeliveryVerifier.noManifest(for: path)
            }
            guard let path = arguments.operand("PATH") else {
                return try invocation.verifyStore(invocation.storePath())
            }
            do {
                try invocation.verifyStore(path)
            } catch let error as StoreError where [.missing(path: path), .notAFolder(path: path)].contains(error) {
                guard access(path, F_OK) == 0 else { throw FileError(.read, path) }
                throw DeliveryVerifier.noManifest(for: path)
            }
        })
}

extension Option {
    fileprivate static let verifyKey = value("key", "PUB")
    fileprivate static let verifySigners = value("allowed-signers", "FILE")
}

extension Invocation {
    fileprivate func verifyStore(_ path: String) throws {
        let store = try InventoryStore.open(at: path, for: .reading)
        let path = StoreAddress.displayName(path)
        let attachments = AttachmentStore(of: store)
        let found = try store.verify()
        // The items must be readable to know which files they have.
        let isReadable = found.allSatisfy(\.isRepairable)
        let ofFiles = isReadable ? try attachments.verify() : []
        let unreferencedFiles = isReadable ? try attachments.unreferencedFiles().count : 0
        var stamps = StampCheck(certificates: arguments.text(.stampCertificates))
        if isReadable { try stamps.check(store.snapshot()) }
        let messages = found.map(\.message) + ofFiles.map(\.message) + stamps.findings
        let findings = messages.map { localized($0) }
        if arguments.has(.json) {
            var json = JSONWriter(.pretty)
            json.object { json in
                json.add("store", .string(path))
                json.add("sound", .bool(findings.isEmpty))
                json.array("findings") { json in
                    for finding in findings { json.add(.string(finding)) }
                }
                json.add("unneededFiles", .number(unreferencedFiles))
                json.add("stamps", .number(stamps.stamps))
            }
            try console.write(json.text)
        } else {
            for finding in findings { console.warn("\(path.onOneLine): \(finding.onOneLine)\n") }
            if findings.isEmpty {
                let count = try store.snapshot().count
                let items = Message.Argument.text(Phrases.count(count, "item"))
                let files = Message.Argument.text(Phrases.count(unreferencedFiles, "file"))
                try console.summarize(
                    unreferencedFiles == 0
                        ? localized("verify.intact", ["store": .text(path.onOneLine), "items": items])
                        : localized(
                            "verify.intactWithUnneeded",
                            ["store": .text(path.onOneLine), "items": items, "files": files]))
                if let summary = stamps.summary { try console.summarize(summary) }
            }
        }
        guard findings.isEmpty else {
            guard isReadable else { throw CommandError.damagedStore(path, findings: findings.count) }
            throw found.isEmpty
                ? CommandError.wrongFiles(path, findings: findings.count)
                : CommandError.repairable(path, findings: findings.count)
        }
    }

    /// Prints the result of checking a delivery.
    /// - Parameter read: returns the content of a file of the delivery; nil for none.
    fileprivate func printOutcome(
        _ path: String, _ outcome: DeliveryVerifier.Outcome, _ read: (String) throws -> [UInt8]?
    ) throws {
        var stamps = StampCheck(certificates: arguments.text(.stampCertificates))
        // A file that cannot be read is a difference already.
        try stamps.check(claimOf: outcome.files) { name in
            do { return try read(name) } catch is FileError { return nil } catch is ArchiveError { return nil }
        }
        let findings = (outcome.findings.map(\.message) + stamps.findings).map { localized($0) }
        if arguments.has(.json) {
            var json = JSONWriter(.pretty)
            json.object { json in
                json.add("manifest", .string(outcome.manifest))
                json.add("sound", .bool(findings.isEmpty))
                json.add("files", .number(outcome.files.count))
                json.add("signature", .string(outcome.signature.rawValue))
                json.array("findings") { json in
                    for finding in findings { json.add(.string(finding)) }
                }
                json.add("stamps", .number(stamps.stamps))
            }
            try console.write(json.text)
        } else {
            for finding in findings { console.warn("\(path.onOneLine): \(finding.onOneLine)\n") }
            if findings.isEmpty {
                try console.summarize(
                    localized(
                        "verify.unchanged",
                        [
                            "delivery": .text(path.onOneLine),
                            "files": .text(Phrases.count(outcome.files.count, "file")),
                            "signature": .text(outcome.signature.words),
                        ]))
                if let summary = stamps.summary { try console.summarize(summary) }
            }
        }
        guard findings.isEmpty else { throw CommandError.changedDelivery(path, findings: findings.count) }
    }
}

extension DeliveryVerifier.Signature {
    fileprivate var words: String {
        switch self {
        case .none: localized("verify.notSigned")
        case .unchecked: localized("verify.signatureUnchecked")
        case .good: localized("verify.signatureGood")
        case .bad: localized("verify.signatureBad")
        }
    }
}

extension StoreDiagnostic {
    /// Whether an edit repairs it.
    fileprivate var isRepairable: Bool {
        switch self {
        case .parent, .reference: true
        default: false
        }
    }
}
