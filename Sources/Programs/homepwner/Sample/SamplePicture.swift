internal import CZlib
import FoundationEssentials
import Inventory

/// Draws a picture of a sample item and stores it as phones store photos: turned, with the camera, the time and the place
/// in its metadata.
struct SamplePicture {
    private typealias Colour = [3 of UInt8]

    private static let width = 800
    private static let height = 600
    /// The number of pixels for one unit of a drawing.
    private static let scale = 8.0

    private var pixels: [UInt8] = []
    private let item: Item
    /// The way in which the camera was held (Exif 2.32, tag 274).
    private let orientation: UInt16

    init(of item: Item, view: Int) {
        self.item = item
        let choice = Int(truncatingIfNeeded: item.id.uuid.15) + view
        orientation = [1, 6, 1, 8, 1, 3][choice % 6]
        drawRoom(light: view == 0 ? 0 : 14)
        drawShadow()
        let own = SamplePicture.ownColours[choice / 6 % SamplePicture.ownColours.count]
        for shape in SampleDrawing(of: item).shapes { draw(shape, own: own, mirrored: view % 2 == 1) }
    }

    // MARK: Drawing

    private static let ownColours: [Colour] = [
        [168, 52, 48], [44, 82, 130], [62, 110, 74], [196, 142, 52], [92, 74, 120], [72, 74, 80],
    ]

    private mutating func drawRoom(light: Int) {
        pixels.reserveCapacity(SamplePicture.width * SamplePicture.height * 3)
        let floor = SamplePicture.height * 3 / 4
        for y in 0..<SamplePicture.height {
            let isFloor = y >= floor
            let grey = isFloor ? 150 - (y - floor) / 6 : 232 - y / 10
            let colour: Colour = [
                UInt8(grey + light), UInt8(grey + light - (isFloor ? 14 : 4)),
                UInt8(grey + light - (isFloor ? 32 : 12)),
            ]
            for _ in 0..<SamplePicture.width {
                pixels.append(colour[0])
                pixels.append(colour[1])
                pixels.append(colour[2])
            }
        }
    }

    private mutating func drawShadow() {
        fill(SampleDrawing.Shape(.oval, 14, 60, 72, 10, .dark), [90, 84, 76], mirrored: false, opacity: 0.35)
    }

    private mutating func draw(_ shape: SampleDrawing.Shape, own: Colour, mirrored: Bool) {
        let colour: Colour =
            switch shape.colour {
            case .own: own
            case .shade: [own[0] / 4 * 3, own[1] / 4 * 3, own[2] / 4 * 3]
            case .dark: [38, 40, 44]
            case .light: [240, 238, 230]
            case .metal: [190, 178, 150]
            case .wood: [150, 104, 62]
            case .glass: [96, 140, 168]
            case .leaf: [96, 132, 84]
            }
        fill(shape, colour, mirrored: mirrored, opacity: 1)
    }

    /// Fills a shape; four points of each pixel decide how much of it is covered.
    private mutating func fill(
        _ shape: SampleDrawing.Shape, _ colour: Colour, mirrored: Bool, opacity: Double
    ) {
        let scale = SamplePicture.scale
        let rows =
            max(0, Int(shape.top * scale))..<min(SamplePicture.height, Int((shape.top + shape.height) * scale) + 1)
        let left = mirrored ? 100 - shape.left - shape.width : shape.left
        let columns = max(0, Int(left * scale))..<min(SamplePicture.width, Int((left + shape.width) * scale) + 1)
        for y in rows {
            for x in columns {
                var covered = 0.0
                for (across, down) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
                    let place = (Double(x) + across) / scale
                    let isInside = shape.contains(mirrored ? 100 - place : place, (Double(y) + down) / scale)
                    if isInside { covered += opacity / 4 }
                }
                guard covered > 0 else { continue }
                let start = (y * SamplePicture.width + x) * 3
                for channel in 0..<3 {
                    let mixed = Double(pixels[start + channel]) * (1 - covered) + Double(colour[channel]) * covered
                    pixels[start + channel] = UInt8(mixed)
                }
            }
        }
    }

    // MARK: File

    /// The picture as PNG (ISO/IEC 15948) with Exif metadata; nil if it cannot be compressed.
    var file: [UInt8]? {
        let isTurned = orientation >= 5
        let (width, height) =
            isTurned ? (SamplePicture.height, SamplePicture.width) : (SamplePicture.width, SamplePicture.height)
        guard let data = compressed(width: width, height: height) else { return nil }
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let header = bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [8, 2, 0, 0, 0]
        file += chunk("IHDR", header)
        file += chunk("eXIf", metadata)
        file += chunk("IDAT", data)
        file += chunk("IEND", [])
        return file
    }

    /// The pixels as the sensor saw them, each row as its difference to the row above (filter 2).
    private func compressed(width: Int, height: Int) -> [UInt8]? {
        var rows: [UInt8] = []
        rows.reserveCapacity(height * (width * 3 + 1))
        var above = [UInt8](repeating: 0, count: width * 3)
        for y in 0..<height {
            rows.append(2)
            for x in 0..<width {
                let start = source(x, y)
                for channel in 0..<3 {
                    let value = pixels[start + channel]
                    rows.append(value &- above[x * 3 + channel])
                    above[x * 3 + channel] = value
                }
            }
        }
        var count = compressBound(UInt(rows.count))
        var bytes = [UInt8](repeating: 0, count: Int(count))
        guard compress2(&bytes, &count, rows, UInt(rows.count), 6) == Z_OK else { return nil }
        return Array(bytes.prefix(Int(count)))
    }

    /// The upright pixel that the sensor has at a place.
    private func source(_ x: Int, _ y: Int) -> Int {
        let (last, bottom) = (SamplePicture.width - 1, SamplePicture.height - 1)
        let (column, row) =
            switch orientation {
            case 3: (last - x, bottom - y)
            case 6: (last - y, x)
            case 8: (y, bottom - x)
            default: (x, y)
            }
        return (row * SamplePicture.width + column) * 3
    }

    private func bigEndian(_ number: UInt32) -> [UInt8] {
        [UInt8(number >> 24), UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255)]
    }

    private func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let content = Array(type.utf8) + data
        return bigEndian(UInt32(data.count)) + content + bigEndian(UInt32(crc32(0, content, UInt32(content.count))))
    }

    /// Exif 2.32: TIFF with one folder of tags for the camera and one for the place.
    private var metadata: [UInt8] {
        let day = item.purchase.date ?? item.dateCreated.dayAndTime.day
        let moment = "\(day)".split(separator: "-").joined(separator: ":") + " 12:00:00\0"
        let texts: [(tag: UInt16, text: String)] = [
            (0x10F, "Homepwner\0"), (0x110, "Sample camera\0"), (0x132, moment),
        ]
        // Two folders: six tags with their count and the end, then four.
        let (start, placeStart) = (8, 8 + 2 + 5 * 12 + 4)
        var extra = placeStart + 2 + 4 * 12 + 4
        var (tags, place, data): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
        func entry(_ tag: UInt16, _ type: UInt16, _ count: Int, _ value: [UInt8]) -> [UInt8] {
            [UInt8(tag >> 8), UInt8(tag & 255), 0, UInt8(type)] + bigEndian(UInt32(count)) + value
        }
        func stored(_ bytes: [UInt8]) -> [UInt8] {
            defer { extra += bytes.count }
            data += bytes
            return bigEndian(UInt32(extra))
        }
        for (tag, text) in texts.prefix(2) { tags += entry(tag, 2, text.utf8.count, stored(Array(text.utf8))) }
        tags += entry(0x112, 3, 1, [0, UInt8(orientation), 0, 0])
        tags += entry(texts[2].tag, 2, texts[2].text.utf8.count, stored(Array(texts[2].text.utf8)))
        tags += entry(0x8825, 4, 1, bigEndian(UInt32(placeStart)))
        func degrees(_ whole: UInt32, _ minutes: UInt32) -> [UInt8] {
            [whole, 1, minutes, 1, 0, 1].flatMap(bigEndian)
        }
        place += entry(1, 2, 2, [UInt8(ascii: "N"), 0, 0, 0]) + entry(2, 5, 3, stored(degrees(51, 30)))
        place += entry(3, 2, 2, [UInt8(ascii: "W"), 0, 0, 0]) + entry(4, 5, 3, stored(degrees(0, 8)))
        return Array("MM\0*".utf8) + bigEndian(UInt32(start)) + [0, 5] + tags + [0, 0, 0, 0]
            + [0, 4] + place + [0, 0, 0, 0] + data
    }
}
