import Files
import FoundationEssentials
import Glibc
import Inventory
import InventoryStore
import Testing

@testable import Reports

@Suite struct PieceTests {
    let folder = try! TemporaryFolder(TemporaryFolder.Kind(prefix: "homepwner-test-"))

    private func options(_ change: (inout ReportOptions) -> Void = { _ in }) throws -> ReportOptions {
        var options = ReportOptions(
            format: .xml, locale: try ReportLocale(language: "en", timeZone: "UTC"),
            generated: try Timestamp("2026-11-21T09:00:00Z".utf8), generator: "homepwner test")
        change(&options)
        return options
    }

    private func items(_ count: Int) throws -> [Item] {
        try (0..<count).map { number in
            var item = Item(
                id: UUID(), name: "Item \(number) </items>", dateCreated: try Timestamp("2026-11-21T09:00:00Z".utf8))
            item.archived = number % 4 == 3
            item.quantity = try Quantity("1.5".utf8)
            if number % 2 == 0 { item.value = Money(minorUnits: Int64(number) * 100, currency: usd) }
            return item
        }
    }

    /// Writes pieces and returns their files.
    private func pieces(
        _ count: Int, of store: InventoryStore, snapshot id: String = "1", words: [String] = [],
        _ options: ReportOptions, named prefix: String = ""
    ) throws -> [String] {
        let snapshot = try store.snapshot()
        return try (1...count).map { number in
            let file = "\(folder.path)/\(prefix)\(number)"
            try Report(options).writePiece(
                try #require(ReportShard(number, of: count)),
                of: PieceSource(inventory: store.identifier, snapshot: id, options: words), from: snapshot, to: file)
            return file
        }
    }

    private func bytes(_ file: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: file))) }

    @Test(arguments: [0, 1, 2, 3, 40])
    func joinedPiecesAreTheReport(count: Int) throws {
        defer { folder.remove() }
        let store = try store(of: items(count))
        let (one, joined) = ("\(folder.path)/one", "\(folder.path)/joined")
        for archived in [Selection.current, .everything] {
            let options = try options { $0.selection = archived }
            let whole = try Report(options).write(from: store.snapshot(), to: .file(one))
            for number in [1, 2, 3, 7] {
                let files = try pieces(number, of: store, options)
                let outcome = try PieceJoin(files.reversed()).write(to: .file(joined), signer: nil)
                #expect(try bytes(joined) == bytes(one))
                #expect(outcome.totals == whole.totals)
                #expect(outcome.archived == (archived.archived == .no ? whole.archived : 0))
            }
        }
        #expect(try InventoryDocument.check(path: joined).isValid)
    }

    @Test func aWrongPieceIsRefusedByName() throws {
        defer { folder.remove() }
        let (own, other) = (try store(of: items(9)), try store(of: items(9)))
        let files = try pieces(3, of: own, options())
        func refused(_ changed: [String]) -> String {
            do {
                _ = try PieceJoin(changed).write(to: .file("\(folder.path)/joined"), signer: nil)
                return ""
            } catch {
                return text(of: error)
            }
        }
        func foreign(_ count: Int = 3, _ store: InventoryStore? = nil, snapshot: String = "1", words: [String] = [])
            throws
            -> String
        {
            try pieces(count, of: store ?? own, snapshot: snapshot, words: words, options(), named: "x")[1]
        }
        let (first, second, third) = (files[0], files[1], files[2])
        let wrong = "\(folder.path)/x2"
        func expect(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) {
            let message = refused([first, wrong, third])
            for word in words + [wrong] {
                #expect(message.contains(word), "\(message)", sourceLocation: sourceLocation)
            }
        }
        _ = try foreign(3, other)
        expect("another inventory", first)
        _ = try foreign(snapshot: "2")
        expect("another snapshot", first)
        _ = try foreign(words: ["where", "x"])
        expect("other options", first)
        _ = try foreign(4)
        expect("another number", first)
        let piece = try bytes(second)
        for cut in [0, 1, piece.count / 2, piece.count - 1] {
            try Data(piece[..<cut]).write(to: URL(filePath: wrong))
            expect("not a piece")
        }
        var changed = piece
        changed[10] ^= 1
        try Data(changed).write(to: URL(filePath: wrong))
        expect("was changed")
        #expect(refused([first, third]).contains("missing: 2"))
        #expect(refused([first, second, third, second]).contains("is piece 2"))
        #expect(refused(["\(folder.path)/none"]).contains("none"))
        #expect(refused([folder.path]).contains("Is a directory"))
        // Nobody writes to it.
        try #require(mkfifo("\(folder.path)/pipe", 0o600) == 0)
        #expect(refused(["\(folder.path)/pipe"]).contains("pipe"))
        #expect(Folder.names(in: folder.path).contains("joined") == false)
        #expect(refused(files) == "")
    }

    @Test func pieceNumbersAreChecked() {
        #expect(ReportShard("2/8") == ReportShard(2, of: 8))
        for text in ["", "2", "0/8", "9/8", "1/257", "2/8/1", "a/8", "-1/8", "1/0"] {
            #expect(ReportShard(text) == nil)
        }
    }
}
