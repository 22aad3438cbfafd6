import Files
import Inventory
import Reports

/// Pictures and documents of ASCII bytes only, so that they can stand in requests that are texts.
enum TestFiles {
    private static let dark: UInt8 = 0
    private static let light: UInt8 = 0x7F

    /// A small picture in a shade from 0 to 127.
    static func photo(_ shade: UInt8) -> String {
        bitmap(Array(repeating: Array(repeating: shade, count: 8), count: 8))
    }

    /// A photo of QR codes side by side.
    static func photo(of codes: [String]) -> String {
        var rows: [[UInt8]] = []
        for code in codes.compactMap({ QRCode($0) }) {
            for (number, row) in code.rows.enumerated() {
                let pixels = row.flatMap { Array(repeating: $0 ? dark : light, count: 4) }
                let quiet = Array(repeating: light, count: 16)
                for line in 0..<4 {
                    let place = 16 + number * 4 + line
                    while rows.count <= place + 16 { rows.append([]) }
                    rows[place] += quiet + pixels + quiet
                }
            }
        }
        let width = rows.map(\.count).max() ?? 0
        return bitmap(rows.map { $0 + Array(repeating: light, count: width - $0.count) })
    }

    /// A Windows bitmap with the short header of OS/2.
    private static func bitmap(_ rows: [[UInt8]]) -> String {
        // A size whose bytes are ASCII, and rows that need no padding.
        func fitting(_ count: Int) -> Int { (count...).first { $0 % 4 == 0 && $0 & 0x80 == 0 } ?? 0 }
        let (width, height) = (fitting(rows.first?.count ?? 0), fitting(rows.count))
        func bytes(_ number: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(number >> (8 * $0) & 0xFF) } }
        var file = Array("BM".utf8) + bytes(0, 8) + bytes(26, 4)
        file += bytes(12, 4) + bytes(width, 2) + bytes(height, 2) + bytes(1, 2) + bytes(24, 2)
        for y in (0..<height).reversed() {
            let row = y < rows.count ? rows[y] : []
            for x in 0..<width { file += Array(repeating: x < row.count ? row[x] : light, count: 3) }
        }
        return String(decoding: file, as: UTF8.self)
    }

    /// A document of one page, with a text that nobody sees.
    static func document(_ text: String) -> String {
        "%PDF-1.4\n%\(text)\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
            + "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
            + "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
    }

    /// The hash by which the store knows a file.
    static func hash(_ content: String) -> ContentHash {
        ContentHash(bytes: SHA256.digest(of: Array(content.utf8)))!
    }
}
