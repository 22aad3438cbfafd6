import Files
import Glibc
import Localization

/// The program `ssh-keygen`, which signs and checks with keys of OpenSSH.
enum SSHKeygen {
    /// The purpose that signatures state, so that one made for something else is worth nothing here.
    static let namespace = "file"

    /// The armoured signature of some bytes.
    static func sign(_ bytes: [UInt8], keyFile: String) throws(ManifestError) -> [UInt8] {
        let answer = try run(["-q", "-Y", "sign", "-f", keyFile, "-n", namespace], input: bytes)
        guard answer.status == 0 else { throw .sshKeygen(words(of: answer)) }
        return answer.output
    }

    /// Whether one of the allowed signers made the signature of these bytes.
    static func isValid(
        _ bytes: [UInt8], signature: [UInt8], allowedSigners: String
    ) throws(ManifestError) -> Bool {
        _ = try SmallFileReader.read(allowedSigners, atMost: 1 << 24)
        let found = try run(
            ["-Y", "find-principals", "-s", signaturePath, "-f", allowedSigners], input: [], signature: signature)
        let names = String(decoding: found.output, as: UTF8.self).split(separator: "\n")
        guard found.status == 0 else { return false }
        for name in names {
            let answer = try run(
                [
                    "-Y", "verify", "-f", allowedSigners, "-I", String(name), "-n", namespace, "-s", signaturePath,
                ], input: bytes, signature: signature)
            if answer.status == 0 { return true }
        }
        return false
    }

    /// Where the program finds the signature: its fourth descriptor.
    private static let signaturePath = "/proc/self/fd/3"

    private typealias ProcessResult = (status: Int32, output: [UInt8], errors: [UInt8])

    private static func words(of answer: ProcessResult) -> String {
        let lastLine = String(decoding: answer.errors, as: UTF8.self).split(separator: "\n").last
        return lastLine.map(String.init) ?? said("proof.itFailedWithStatus", answer.status)
    }

    /// Runs the program to its end, input and output in files without a name.
    private static func run(
        _ arguments: [String], input: [UInt8], signature: [UInt8] = []
    ) throws(ManifestError) -> ProcessResult {
        let files = [try temporaryFile(), try temporaryFile(), try temporaryFile(), try temporaryFile()]
        defer { files.forEach { close($0) } }
        for (file, content) in [(files[0], input), (files[3], signature)] {
            let written: Result<Void, FileError> = content.withUnsafeBytes { bytes in
                Result { () throws(FileError) in try writeAll(bytes, to: file, path: said("proof.aTemporaryFile")) }
            }
            do throws(FileError) { try written.get() } catch { throw .file(error) }
            lseek(file, 0, SEEK_SET)
        }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, file) in files.enumerated() { posix_spawn_file_actions_adddup2(&actions, file, Int32(number)) }
        let words: [UnsafeMutablePointer<CChar>?] = (["ssh-keygen"] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var child = pid_t()
        let code = posix_spawnp(&child, "ssh-keygen", &actions, nil, words, environ)
        guard code == 0 else {
            throw .sshKeygen(
                code == ENOENT
                    ? said("proof.itIsNotHere")
                    : String(cString: strerror(code)))
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        for file in files { lseek(file, 0, SEEK_SET) }
        let signal = status & 0x7F
        return (
            signal != 0 ? 128 + signal : status >> 8 & 0xFF,
            try SmallFileReader.readAll(files[1], path: said("proof.aTemporaryFile")),
            try SmallFileReader.readAll(files[2], path: said("proof.aTemporaryFile"))
        )
    }

    private static func temporaryFile() throws(ManifestError) -> Int32 {
        do throws(FileError) { return try TemporaryFile.open() } catch { throw .file(error) }
    }
}
