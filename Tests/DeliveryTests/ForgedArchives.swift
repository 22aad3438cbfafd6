import Testing

extension ForgedArchive {
    /// One way to forge a delivered archive.
    struct Forgery: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Returns the bytes of the forged archive.
        let forge: @Sendable (inout ForgedArchive) -> [UInt8]

        init(_ description: String, _ change: @escaping @Sendable (inout ForgedArchive) -> Void) {
            testDescription = description
            forge = { archive in
                change(&archive)
                return archive.bytes
            }
        }

        private init(testDescription: String, forge: @escaping @Sendable (inout ForgedArchive) -> [UInt8]) {
            self.testDescription = testDescription
            self.forge = forge
        }

        /// A forgery of the finished archive.
        static func raw(_ description: String, _ forge: @escaping @Sendable (inout ForgedArchive) -> [UInt8]) -> Forgery
        {
            Forgery(testDescription: description, forge: forge)
        }
    }

    private static let index = "index.html"
    private static let forged = Array("<h1>pay 999</h1>".utf8)

    /// An archive with the same names and other contents.
    private var twin: ForgedArchive {
        ForgedArchive(
            entries: entries.map {
                Entry(String(decoding: $0.name, as: UTF8.self), ForgedArchive.forged + $0.content)
            })
    }

    static let forgeries = contents + hiddenBytes + descriptions + directories

    private static let contents: [Forgery] = [
        Forgery("a changed file") { $0[index] = Entry(index, forged) },
        Forgery("a changed byte") { $0[index].content[8] ^= 1 },
        Forgery("a missing file") { _ = $0.entries.remove(at: $0.index(of: index)) },
        Forgery("an extra file") { $0.entries.append(Entry("more.html", forged)) },
        Forgery("an extra file of another case") { $0.entries.append(Entry("INDEX.html", forged)) },
        Forgery("an extra file of the same name") { $0.entries.append(Entry(index, forged)) },
        Forgery("an extra file with the other form of a name") {
            $0.entries.append(Entry("Cafe\u{301}.pdf", forged))
        },
        Forgery("a file that leads out of the folder") { $0.entries.append(Entry("../more.html", forged)) },
        Forgery("a missing signature") { _ = $0.entries.remove(at: $0.index(of: "SHA256SUMS.sig")) },
        Forgery("a missing manifest") { _ = $0.entries.remove(at: $0.index(of: "SHA256SUMS")) },
        Forgery("a manifest in another folder") {
            $0["SHA256SUMS"] = Entry("photos/SHA256SUMS", $0["SHA256SUMS"].content)
        },
    ]

    private static let hiddenBytes: [Forgery] = [
        Forgery("the entries of another archive in front") { $0.before = $0.twin.contents.bytes },
        Forgery("a whole other archive in front") { $0.before = $0.twin.bytes },
        Forgery("a program in front") { $0.before = Array("MZ\u{0}\u{0}".utf8) },
        Forgery("a program in front that no offset counts") {
            $0.before = Array("MZ\u{0}\u{0}".utf8)
            $0.isShifted = false
        },
        Forgery("an entry between two that the directory does not name") {
            let hidden = ForgedArchive(entries: [Entry("index.html", forged)]).contents.bytes
            $0["Caf\u{E9}.pdf"].behind = hidden
        },
        Forgery("an entry behind the last that the directory does not name") {
            let hidden = ForgedArchive(entries: [Entry("index.html", forged)]).contents.bytes
            $0["SHA256SUMS.sig"].behind = hidden
        },
        Forgery("a byte between two entries") { $0["Caf\u{E9}.pdf"].behind = [0] },
        Forgery("bytes behind a deflate stream inside its stated size") {
            $0[index].packed = deflated($0[index].content) + Array("pay 999".utf8)
        },
        Forgery("a second deflate stream behind the first") {
            $0[index].packed = deflated($0[index].content) + deflated(forged)
        },
        Forgery("bytes before the end record") { $0.beforeEnd = [1, 2, 3, 4] },
        Forgery("a byte after the end") { $0.after = [0] },
        Forgery("a line end after the end") { $0.after = Array("\n".utf8) },
        Forgery.raw("a whole other archive after the end", { $0.bytes + $0.twin.bytes }),
        Forgery("a comment") { $0.comment = Array("pay 999".utf8) },
        Forgery("another archive in the comment") { $0.comment = $0.twin.bytes },
        Forgery("a comment of an entry") { $0[index].comment = Array("pay 999".utf8) },
        Forgery.raw(
            "an earlier end record whose comment is the rest",
            { archive in
                // The earlier version of the record is in an extra file; both describe an archive.
                let inner = archive.twin.bytes
                var outer = archive
                outer.entries.append(Entry("more.bin", inner))
                var bytes = outer.bytes
                let place = bytes.lastRange(of: number(0x0605_4B50, 4), before: bytes.count - 22)
                let rest = bytes.count - place - 22
                bytes.replaceSubrange((place + 20)..<(place + 22), with: number(rest, 2))
                return bytes
            }),
    ]

    private static let descriptions: [Forgery] = [
        Forgery("another name before the content") { $0["photos/1.jpg"].localName = Array("photos/9.jpg".utf8) },
        Forgery("another size before the content") { $0[index].localSize -= 1 },
        Forgery("another checksum before the content") { $0[index].localCRC ^= 1 },
        Forgery("another method before the content") { $0[index].localMethod = 8 },
        Forgery("a size behind the content") {
            $0[index].flags |= 1 << 3
            $0[index].behind = number(0x0807_4B50, 4) + number(Int($0[index].crc), 4) + number(16, 4) + number(16, 4)
        },
        Forgery("another name in a field of the directory") {
            $0[index].extra = unicodePath("evil.html", for: index)
        },
        Forgery("another name in a field before the content") {
            $0[index].localExtra = unicodePath("evil.html", for: index)
        },
        Forgery("an unknown field before the content") { $0[index].localExtra = field(0xCAFE, forged) },
        Forgery("an unfinished field before the content") { $0[index].localExtra = [0x55, 0x54, 9] },
        Forgery("a name that other programs read in another encoding") { $0["Caf\u{E9}.pdf"].flags = 0 },
        Forgery("a name with a null byte") {
            $0[index].name += [0] + Array(".exe".utf8)
            $0[Self.index + "\u{0}.exe"].localName = $0[Self.index + "\u{0}.exe"].name
        },
        Forgery("an encrypted file") { $0[index].flags |= 1 },
        Forgery("a symbolic link") { $0[index].attributes = 0o120777 << 16 },
        Forgery("a folder by its attributes") { $0[index].attributes = 0x10 },
    ]

    private static let directories: [Forgery] = [
        Forgery("two entries with one content") {
            var second = Entry("more.html", $0[index].content)
            second.sharesContentOf = $0.index(of: index)
            $0.entries.append(second)
        },
        Forgery("fewer entries than the directory has") { $0.countError = -1 },
        Forgery("more entries than the directory has") { $0.countError = 1 },
        Forgery.raw("an end that is cut off", { Array($0.bytes.dropLast()) }),
        Forgery("a record of large archives that names another directory") {
            let record =
                number(0x0606_4B50, 4) + number(44, 8) + number(0x2D, 2) + number(0x2D, 2) + number(0, 8)
                + number(0, 8) + number(0, 8) + number(0, 8) + number(0, 8)
            $0.beforeEnd = record + number(0x0706_4B50, 4) + number(0, 4) + number(0, 8) + number(1, 4)
        },
    ]
}

extension [UInt8] {
    /// The last place of some bytes before another place.
    fileprivate func lastRange(of needle: [UInt8], before end: Int) -> Int {
        (0..<end).reversed().first { self[$0..<($0 + needle.count)].elementsEqual(needle) } ?? 0
    }
}
