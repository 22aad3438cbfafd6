#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Measures Homepwner against its peers.
///
/// `homepwner-bench table ROWS.tsv FOOT.tsv RUNS [OUTPUT]`, `homepwner-bench small RUNS`,
/// `homepwner-bench spreadsheet count|cells FILE`.
@main
enum Benchmark {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            switch (arguments.first, arguments.count) {
            case ("table", 4...5):
                let runs = count(arguments[3])
                let table = try TableWorkload(rows: arguments[1], foot: arguments[2])
                try table.measure(runs: runs, output: arguments.count > 4 ? arguments[4] : nil)
            case ("small", 2):
                try SmallWorkloads.measure(runs: count(arguments[1]))
            case ("spreadsheet", 3) where arguments[1] == "count": try SpreadsheetDump.count(arguments[2])
            case ("spreadsheet", 3) where arguments[1] == "cells": try SpreadsheetDump.cells(arguments[2])
            default:
                fail(
                    "usage: homepwner-bench table ROWS.tsv FOOT.tsv RUNS [OUTPUT] | small RUNS"
                        + " | spreadsheet count|cells FILE", status: 2)
            }
        } catch {
            fail("homepwner-bench: \(error)", status: 1)
        }
    }

    private static func count(_ text: String) -> Int {
        guard let runs = Int(text), runs > 0 else { fail("RUNS must be a whole number from 1", status: 2) }
        return runs
    }

    static func fail(_ message: String, status: Int32) -> Never {
        let line = Array((message + "\n").utf8)
        _ = line.withUnsafeBytes { unsafe in write(2, unsafe.baseAddress, unsafe.count) }
        exit(status)
    }
}
