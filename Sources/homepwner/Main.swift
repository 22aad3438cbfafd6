import Glibc

@main
enum Homepwner {
    static func main() {
        signal(SIGPIPE, SIG_IGN)
        var environment: [String: String] = [:]
        for name in ["HOMEPWNER_STORE", "SOURCE_DATE_EPOCH", "TMPDIR", "USER"] {
            if let value = getenv(name) { environment[name] = String(cString: value) }
        }
        let status = Program.run(
            Array(CommandLine.arguments.dropFirst()), console: .ofProcess(), environment: environment)
        if status == 128 + SIGPIPE {
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
        }
        exit(status)
    }
}
