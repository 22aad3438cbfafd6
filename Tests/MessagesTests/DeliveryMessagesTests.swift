import Delivery
import Files
import Glibc
import Localization
import Messages
import Testing

@Suite struct DeliveryMessagesTests {
    private static func text(_ error: some MessageConvertible) -> String {
        MessageCatalogue.english.text(error.message)
    }

    @Test(arguments: [
        (ArchiveError.refusedEntry("x.zip", entry: "a\u{1B}[2J\u{202E}", .symbolicLink), "'a\u{FFFD}[2J\u{FFFD}' is a"),
        (
            .suspicious("x.zip", .tooManyEntries(3, limit: 2)),
            "x.zip: refused, and nothing of it was unpacked: it has 3"
        ),
        (.unreadable("x.zip", reason: "Not a zip archive"), "ask the sender for it again"),
        (.missingName("x.zip", entry: 2), "entry 2 has no name"),
        (.nameNotUTF8("x.zip", entry: 2), "entry 2 has a name that is not UTF-8"),
        (.damagedEntry("a", .library("CRC error")), "a: CRC error"),
        (.damagedEntry("a", .wrongLength), "a: its length differs from what the archive states"),
        (.writing("x.zip", reason: "disk full"), "could not be written: disk full"),
        (
            .file(FileError(.read, "x.zip", code: ENOENT)),
            "cannot read x.zip: No such file or directory (check the name)"
        ),
    ])
    func anArchiveErrorSaysWhatIsWrong(error: ArchiveError, part: String) { #expect(Self.text(error).contains(part)) }

    @Test(arguments: ArchiveError.EntryDiagnostic.allCases)
    func everyReasonToRefuseAnEntryHasASentence(diagnostic: ArchiveError.EntryDiagnostic) {
        let words = Self.text(ArchiveError.refusedEntry("x.zip", entry: "E", diagnostic))
        #expect(words.hasPrefix("x.zip: refused, and nothing of it was unpacked: 'E' "))
    }

    @Test(arguments: [
        (
            ManifestError.unusableSecretKey(file: "k"),
            "k: this is neither a secret Ed25519 key in PEM without a passphrase"
        ),
        (.unusablePublicKey(file: "k"), "k: this is not a public Ed25519 key in PEM; 'openssl pkey"),
        (.signingFailed, "OpenSSL: the manifest cannot be signed"),
        (.checkingFailed, "OpenSSL: the signature cannot be checked"),
        (.sshKeygen(.notInstalled), "ssh-keygen: it is not installed; install it (Debian: openssh-client)"),
        (.sshKeygen(.failed(output: "no key")), "ssh-keygen: no key"),
        (.sshKeygen(.exited(status: 3)), "ssh-keygen: it failed with status 3"),
        (.sshKeygen(.notStarted(code: EACCES)), "ssh-keygen: Permission denied"),
        (.noManifest("r.html"), "there is no r.html/SHA256SUMS and no r.html.sha256"),
        (.noManifestInFolder("claim"), "the folder has no SHA256SUMS that names all its files"),
        (.noManifestInArchive("c.zip"), "c.zip contains no SHA256SUMS"),
        (
            .manifest(file: "S", line: 4, .unsafeName),
            "S, line 4: the name leads out of the folder; nothing was checked"
        ),
    ])
    func aManifestErrorSaysWhatIsWrong(error: ManifestError, part: String) { #expect(Self.text(error).contains(part)) }

    @Test(
        arguments: [.notUTF8, .noFiles, .windowsLineEnds, .malformed, .unsafeName, .repeatedName]
            as [ManifestError.LineDiagnostic])
    func everyFaultOfALineHasASentence(diagnostic: ManifestError.LineDiagnostic) {
        let words = Self.text(ManifestError.manifest(file: "S", line: 4, diagnostic))
        #expect(words.hasPrefix("S, line 4: ") && words.hasSuffix("; nothing was checked"))
    }

    @Test(arguments: [
        (DeliveryVerifier.DeliveryDiagnostic.changed("a"), "changed: a"), (.missing("a"), "missing: a"),
        (.extra("a"), "extra: a is not in the manifest"), (.notAFile("a"), "not a file: a"),
        (.extraFolder("a"), "extra: the folder a has none of the files of the manifest"),
        (.unreadable("a", code: EACCES), "cannot be read: a: Permission denied"),
        (.damaged("a", .wrongLength), "cannot be read: a: its length differs from what the archive states"),
        (.wrongSignature("a.sig"), "wrong signature: a.sig was not made for this manifest by a trusted key"),
        (.unsigned(manifest: "a"), "not signed: there is no a.sig"),
    ])
    func aDifferenceIsNamed(diagnostic: DeliveryVerifier.DeliveryDiagnostic, words: String) {
        #expect(Self.text(diagnostic) == words)
    }
}
