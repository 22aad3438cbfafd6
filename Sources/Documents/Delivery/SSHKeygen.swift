import Files
import Glibc

/// Runs the program `ssh-keygen`, which signs and checks with keys of OpenSSH.
enum SSHKeygen {
    /// The purpose in signatures. A signature that was made for another purpose is invalid here.
    static let namespace = "file"

    /// The armored signature of some bytes.
    /// - Throws: `sshKeygen`, or `file` for temporary files.
    static func sign(_ bytes: [UInt8], keyFile: String) throws(ManifestError) -> [UInt8] {
        let result = try run(["-q", "-Y", "sign", "-f", keyFile, "-n", namespace], input: bytes)
        guard result.status == 0 else {
            let lastLine = String(decoding: result.errors, as: UTF8.self).split(separator: "\n").last
            throw .sshKeygen(lastLine.map { .failed(output: String($0)) } ?? .exited(status: result.status))
        }
        return result.output
    }

    /// Whether one of the allowed signers made the signature of these bytes.
    /// - Throws: `sshKeygen`, or `file` if a file cannot be read or written.
    static func isValid(
        _ bytes: [UInt8], signature: [UInt8], allowedSigners: String
    ) throws(ManifestError) -> Bool {
        _ = try SmallFileReader.read(allowedSigners, atMost: 1 << 24)
        let found = try run(
            ["-Y", "find-principals", "-s", signaturePath, "-f", allowedSigners], input: [], signature: signature)
        let names = String(decoding: found.output, as: UTF8.self).split(separator: "\n")
        guard found.status == 0 else { return false }
        for name in names {
            let result = try run(
                [
                    "-Y", "verify", "-f", allowedSigners, "-I", String(name), "-n", namespace, "-s", signaturePath,
                ], input: bytes, signature: signature)
            if result.status == 0 { return true }
        }
        return false
    }

    /// The path under which the program reads the signature: its fourth descriptor.
    private static let signaturePath = "/proc/self/fd/3"

    private typealias ProcessResult = (status: Int32, output: [UInt8], errors: [UInt8])

    /// Runs the program to its end. Files without a name serve as input and output.
    private static func run(
        _ arguments: [String], input: [UInt8], signature: [UInt8] = []
    ) throws(ManifestError) -> ProcessResult {
        let files = try ManifestError.wrapping { () throws(FileError) in
            let files = [try TemporaryFile(), try TemporaryFile(), try TemporaryFile(), try TemporaryFile()]
            for (file, content) in [(files[0], input), (files[3], signature)] {
                try file.write(content)
                lseek(file.descriptor, 0, SEEK_SET)
            }
            return files
        }
        let sources = files.enumerated().map { (Int32($0), ChildProcess.Source.descriptor($1.descriptor)) }
        let program: ChildProcess
        do throws(ChildProcess.StartError) {
            program = try ChildProcess(
                "ssh-keygen", arguments: ["ssh-keygen"] + arguments, sources: Dictionary(uniqueKeysWithValues: sources))
        } catch {
            throw .sshKeygen(error.code == ENOENT ? .notInstalled : .notStarted(code: error.code))
        }
        let status: Int32 =
            switch program.wait() {
            case .exited(let status): status
            case .signalled(let signal): 128 + signal
            case .timedOut: 128 + SIGKILL
            }
        return try ManifestError.wrapping { () throws(FileError) in
            (status, try files[1].contents(), try files[2].contents())
        }
    }
}
