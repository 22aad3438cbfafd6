import Synchronization
import Testing

@testable import homepwner

@Suite struct TerminalTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("茶具 1", 6), ("e\u{301}", 1), ("Größe", 5), ("電視", 4), ("👨‍👩‍👧", 2), ("🇫🇷", 2), ("ｱ", 1),
        ("☂", 1), ("…", 1), ("한글", 4), ("a\u{200B}b", 2),
    ])
    func aTextTakesItsColumns(text: String, columns: Int) {
        #expect(text.displayWidth == columns)
    }

    @Test(arguments: [
        ("plain", "plain"), ("a\nb\tc", "a␊b␉c"), ("\u{1B}[31mred", "␛[31mred"), ("a\u{202E}b", "a\u{FFFD}b"),
        ("\u{9B}2J", "\u{FFFD}2J"), ("nul\0", "nul␀"), ("a\u{2028}b", "a⏎b"),
    ])
    func whatCouldSteerATerminalIsShownInstead(text: String, shown: String) {
        #expect(text.onOneLine == shown)
    }

    @Test(arguments: [("abcdef", 4, "abc…"), ("茶具茶具", 5, "茶具…"), ("茶具茶具", 4, "茶…"), ("abc", 3, "abc"), ("abc", 0, "")])
    func aTextIsCutToItsColumns(text: String, width: Int, cut: String) {
        #expect(text.cut(toWidth: width) == cut)
        #expect(text.cut(toWidth: width).displayWidth <= width)
    }

    @Test func columnsLineUpWhateverTheScript() throws {
        let captured = CapturedConsole()
        var table = TextTable([.init("Name"), .init("Value", isNumber: true)], on: captured.console)
        try table.add(["茶具", "1.00"])
        try table.add(["Sofa", "1200.00"])
        try table.finish()
        #expect(captured.output == "Name    Value\n茶具     1.00\nSofa  1200.00\n")
    }

    @Test func onATerminalTheWidestColumnsAreCutAndNumbersNever() throws {
        let captured = CapturedConsole(width: 24)
        var table = TextTable([.init("Name"), .init("Value", isNumber: true)], on: captured.console)
        try table.add(["A very long name indeed", "1234567.00"])
        try table.finish()
        #expect(captured.output == "Name               Value\nA very long…  1234567.00\n")
    }

    @Test func elsewhereNothingIsCut() throws {
        let captured = CapturedConsole()
        var table = TextTable([.init("Name"), .init("Note")], on: captured.console)
        let long = String(repeating: "x", count: 300)
        try table.add([long, "end"])
        try table.finish()
        #expect(captured.output.hasSuffix("\(long)  end\n"))
    }

    @Test func aTableOfThousandsIsWrittenAsItComesAndWhole() throws {
        let captured = CapturedConsole()
        var table = TextTable([.init("N", isNumber: true)], on: captured.console)
        for number in 0..<2000 { try table.add([String(number)]) }
        try table.finish()
        #expect(captured.output.split(separator: "\n").count == 2001)
    }

    @Test func progressWaitsHalfASecondAndTellsRateAndTimeLeft() {
        let captured = CapturedConsole(isTerminal: true)
        let clock = Mutex(0.0)
        let progress = Progress("importing", unit: "items", on: captured.console) { clock.withLock { $0 } }
        clock.withLock { $0 = 0.4 }
        progress.update(1000, of: 10_000)
        #expect(captured.errors.isEmpty)
        clock.withLock { $0 = 2 }
        progress.update(4000, of: 10_000)
        #expect(captured.errors == "\rimporting: 4,000 of 10,000 items, 2,000 a second, 3 s left\u{1B}[K")
        progress.finish()
        #expect(captured.errors.hasSuffix("\r\u{1B}[K"))
    }

    @Test func progressIsSilentWhereNobodyLooks() {
        let captured = CapturedConsole()
        let clock = Mutex(0.0)
        let progress = Progress("importing", unit: "items", on: captured.console) { clock.withLock { $0 } }
        clock.withLock { $0 = 5 }
        progress.update(10)
        progress.finish()
        #expect(captured.errors.isEmpty)
    }

    @Test(
        arguments: [
            (5, nil, 2.0, "reading: 5 items, 2 a second"), (0, 10, 1.0, "reading: 0 of 10 items, 0 a second"),
            (1, 4000, 1.0, "reading: 1 of 4,000 items, 1 a second, 1 h 6 min left"),
            (10, 1000, 1.0, "reading: 10 of 1,000 items, 10 a second, 1 min 39 s left"),
        ] as [(Int, Int?, Double, String)])
    func theProgressLineReads(done: Int, total: Int?, seconds: Double, line: String) {
        #expect(Progress.line("reading", unit: "items", done: done, total: total, seconds: seconds) == line)
    }
}
