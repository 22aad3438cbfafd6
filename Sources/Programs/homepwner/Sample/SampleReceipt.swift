import Inventory

/// A shop's receipt for a sample item: one page of PDF (ISO 32000-1).
struct SampleReceipt {
    private let lines: [(size: Int, text: [UInt8])]

    /// - Returns: nil if the item states no shop, day and price, or a text needs letters that the page's font lacks.
    init?(for item: Item) {
        guard let shop = item.purchase.place, let day = item.purchase.date, let price = item.purchase.price,
            item.quantity == .one
        else { return nil }
        let texts: [(Int, String)] = [
            (16, shop), (9, "Receipt \(item.purchase.receiptNumber ?? "-")"), (9, "Date \(day)"), (9, ""),
            (10, "1 x \(item.name)"),
            (9, [item.manufacturer, item.modelNumber].compactMap(\.self).joined(separator: " ")),
            (9, item.serialNumber.map { "Serial number \($0)" } ?? ""), (9, ""), (12, "Total \(price)"), (9, ""),
            (9, "Paid by card. Thank you for your purchase."),
        ]
        var lines: [(size: Int, text: [UInt8])] = []
        for (size, text) in texts {
            guard let bytes = SampleReceipt.encoded(text) else { return nil }
            lines.append((size, bytes))
        }
        self.lines = lines
    }

    /// A text in WinAnsiEncoding, of which the letters of ISO 8859-1 and a quotation mark are used, escaped for a string.
    private static func encoded(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            switch scalar {
            case "(", ")", "\\": bytes += [UInt8(ascii: "\\"), UInt8(scalar.value)]
            case "’": bytes.append(0x92)
            case " "..."~", "\u{A1}"..."\u{FF}": bytes.append(UInt8(scalar.value))
            default: return nil
            }
        }
        return bytes
    }

    var file: [UInt8] {
        var content = Array("BT 1 0 0 1 28 384 Tm\n".utf8)
        for line in lines {
            content += Array("/F1 \(line.size) Tf 0 -\(line.size * 7 / 4) Td (".utf8) + line.text + Array(") Tj\n".utf8)
        }
        content += Array("ET\n".utf8)
        let objects: [[UInt8]] = [
            Array("<< /Type /Catalog /Pages 2 0 R >>".utf8), Array("<< /Type /Pages /Kids [3 0 R] /Count 1 >>".utf8),
            Array(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 298 420] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>"
                    .utf8),
            Array("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".utf8),
            Array("<< /Length \(content.count) >>\nstream\n".utf8) + content + Array("endstream".utf8),
        ]
        var file = Array("%PDF-1.4\n".utf8)
        var places: [Int] = []
        for (index, object) in objects.enumerated() {
            places.append(file.count)
            file += Array("\(index + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
        }
        let start = file.count
        file += Array("xref\n0 \(objects.count + 1)\n0000000000 65535 f \n".utf8)
        for place in places {
            let digits = String(place)
            file += Array((String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n").utf8)
        }
        file += Array("trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n".utf8)
        return file
    }
}
