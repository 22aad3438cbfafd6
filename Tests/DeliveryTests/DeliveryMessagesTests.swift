import Delivery
import Files
import Glibc
import Localization
import Message
import Testing

@Suite struct DeliveryMessagesTests {
    private static func text(_ error: some MessageConvertible) -> String {
        MessageCatalogue.english.text(error.message)
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

    @Test(arguments: ManifestError.LineDiagnostic.allCases)
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
