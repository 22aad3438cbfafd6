#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Measures Homepwner against its peers: `homepwner-bench table ROWS.tsv FOOT.tsv RUNS [OUTPUT]`.
@main
enum Bench {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.first == "table", arguments.count >= 4, let runs = Int(arguments[3]), runs > 0 else {
            fail("usage: homepwner-bench table ROWS.tsv FOOT.tsv RUNS [OUTPUT]", status: 2)
        }
        do {
            let table = try Table(rows: arguments[1], foot: arguments[2])
            try table.measure(runs: runs, output: arguments.count > 4 ? arguments[4] : nil)
        } catch {
            fail("homepwner-bench: \(error)", status: 1)
        }
    }

    static func fail(_ message: String, status: Int32) -> Never {
        let line = Array((message + "\n").utf8)
        _ = line.withUnsafeBytes { unsafe in write(2, unsafe.baseAddress, unsafe.count) }
        exit(status)
    }
}
