import Attachments
import Testing

/// EXIF data that strangers wrote.
struct CameraStatementTests {
    /// A TIFF structure with maker, model, time and offset.
    private static func exif(bigEndian: Bool, time: String = "2026:03:01 12:30:05", maker: String = "Acme") -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let digits = (0..<count).map { UInt8(value >> (8 * $0) & 255) }
            return bigEndian ? digits.reversed() : digits
        }
        func directory(_ entries: [(tag: Int, text: String)], _ link: (tag: Int, place: Int)?, at start: Int) -> [UInt8]
        {
            let count = entries.count + (link == nil ? 0 : 1)
            var (table, texts) = (number(count, 2), [UInt8]())
            for (tag, text) in entries {
                let bytes = Array(text.utf8) + [0]
                table += number(tag, 2) + number(2, 2) + number(bytes.count, 4)
                table += number(start + 2 + 12 * count + 4 + texts.count, 4)
                texts += bytes
            }
            if let link { table += number(link.tag, 2) + number(4, 2) + number(1, 4) + number(link.place, 4) }
            return table + number(0, 4) + texts
        }
        let image = [(0x010F, maker), (0x0110, "Model One")]
        let length = directory(image, (0x8769, 0), at: 8).count
        let details = directory([(0x9003, time), (0x9011, "+02:00")], nil, at: 8 + length)
        return Array((bigEndian ? "MM\0*" : "II*\0").utf8) + number(8, 4)
            + directory(image, (0x8769, 8 + length), at: 8) + details
    }

    @Test func timeAndCameraAreReadInEveryFormat() throws {
        for bigEndian in [true, false] {
            let exif = Self.exif(bigEndian: bigEndian)
            let marks: [[UInt8]] = [
                [], Array("junk Exif\0\0\0\0 Exif\0\0".utf8), Array("eXIf".utf8), Array("EXIF".utf8) + [1, 2, 3, 4],
            ]
            for mark in marks {
                let found = try #require(CameraStatement(mark + exif))
                #expect(found.taken == "2026-03-01 12:30:05 +02:00" && found.camera == "Acme Model One")
                #expect(found.words(separator: ", ") == "2026-03-01 12:30:05 +02:00, Acme Model One")
            }
        }
        let repeated = CameraStatement(Self.exif(bigEndian: true, maker: "Model"))
        #expect(repeated?.camera == "Model One")
    }

    @Test func whatIsNoTimeIsNotShown() {
        for time in [
            "    :  :     :  :  ", "0000:00:00 00:00:00", "2026-03-01 12:30:05", "2026:03:01\n12:30:05", "now",
        ] {
            let found = CameraStatement(Self.exif(bigEndian: false, time: time))
            #expect(found?.taken == nil && found?.camera == "Acme Model One")
        }
        for file in [[], Array("Exif\0\0".utf8), Array("II*\0".utf8), Array(repeating: 0, count: 4000)] as [[UInt8]] {
            #expect(CameraStatement(file) == nil)
        }
    }

    @Test func damagedDataStopsNothing() {
        let good = Array("Exif\0\0".utf8) + Self.exif(bigEndian: false)
        for length in good.indices { _ = CameraStatement(Array(good[..<length])) }
        for place in good.indices {
            for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
                var bad = good
                bad[place] = value
                let found = CameraStatement(bad)
                #expect(found?.camera?.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) } != false)
            }
        }
    }
}
