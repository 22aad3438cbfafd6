import CSupport
import Glibc
import Localization

/// The program. Two executables run it: `homepwner`, and `homepwner-server` with the driver for database servers.
package enum Homepwner {
    /// Runs the call of this process and ends it.
    package static func main() -> Never {
        signal(SIGPIPE, SIG_IGN)
        // A file that exceeds the limit of its size (RLIMIT_FSIZE) fails to be written, as on a full disk.
        signal(SIGXFSZ, SIG_IGN)
        holdStandardDescriptors()
        // Blocks of a few hundred KiB come and go: pieces of XML, pages of rows.
        csupport_keep_freed_memory(16 << 20)
        var environment: [String: String] = [:]
        let variables =
            [
                "HOMEPWNER_STORE", ProgressFile.variable, ServedReports.hiddenVariable, "SOURCE_DATE_EPOCH", "TMPDIR",
                "USER",
            ] + Languages.variables + [
                "LC_MONETARY", "LC_TIME",
            ]
        for name in variables + ServeSupport.stateVariables {
            if let value = getenv(name) { environment[name] = String(cString: value) }
        }
        let console = Console.ofProcess()
        guard let words = words() else {
            console.complain("the command line has bytes that are not UTF-8; write it in UTF-8")
            exit(2)
        }
        let status = CommandRunner.run(words, console: console, environment: environment)
        if status == 128 + SIGPIPE {
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
        }
        exit(status)
    }

    /// The words after the program's name; nil if one is not UTF-8. Swift's own list would silently
    /// replace what is wrong in it.
    private static func words() -> [String]? {
        var words: [String] = []
        var count: Int32 = 0
        let arguments = csupport_arguments(&count)
        for place in 1..<max(1, Int(count)) {
            guard let start = arguments?[place] else { continue }
            guard let word = String(validatingCString: start) else { return nil }
            words.append(word)
        }
        return words
    }

    /// Opens what the caller has closed of standard input, output and error, the wrong way round so that using it fails:
    /// else a file of the inventory could get such a number and messages be written into it.
    private static func holdStandardDescriptors() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
            // The lowest free number is the one that is missing, as those below it are open by now.
            _ = open("/dev/null", mode)
        }
    }
}
