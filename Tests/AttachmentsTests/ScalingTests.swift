import ImageExchange
import Testing

@testable import homepwner_images

@Suite struct ScalingTests {
    private func filled(_ width: Int, _ height: Int, channels: Int, _ value: (Int, Int, Int) -> UInt8) -> PixelBuffer {
        let buffer = PixelBuffer(width: width, height: height, channels: channels)
        for row in 0..<height {
            for column in 0..<width {
                for channel in 0..<channels {
                    buffer.base[(row * width + column) * channels + channel] = value(column, row, channel)
                }
            }
        }
        return buffer
    }

    private func values(_ buffer: borrowing PixelBuffer) -> [UInt8] {
        (0..<buffer.width * buffer.height * buffer.channels).map { buffer.base[$0] }
    }

    @Test(arguments: [1, 3, 4], [(97, 61, 40), (300, 7, 100), (2, 90, 30)])
    func aPlainWallStaysPlain(channels: Int, shape: (Int, Int, Int)) {
        for value in [UInt8(0), 1, 127, 254, 255] {
            let wall = filled(shape.0, shape.1, channels: channels) { _, _, _ in value }
            let small = Resampler.fit(wall, longEdge: shape.2)
            #expect(small.longEdge == shape.2)
            #expect(values(small).allSatisfy { $0 == value })
        }
    }

    @Test func aRampStaysARamp() {
        let ramp = filled(256, 4, channels: 1) { column, _, _ in UInt8(column) }
        let small = values(Resampler.fit(ramp, longEdge: 64))
        for column in 1..<63 { #expect(abs(Int(small[column]) - (column * 4 + 2)) <= 1) }
    }

    @Test func nothingIsMadeLarger() {
        let small = Resampler.fit(filled(3, 2, channels: 3) { _, _, _ in 9 }, longEdge: 100)
        #expect(small.width == 3)
        #expect(small.height == 2)
    }

    @Test func aBoxIsTheMeanOfItsSquareAndEdgesTakeTheRest() {
        var reducer = BoxReducer(width: 5, height: 5, channels: 1, factor: 2)
        for row in 0..<5 {
            let line = (0..<5).map { UInt8(row * 10 + $0) }
            line.withUnsafeBufferPointer { if let base = $0.baseAddress { reducer.add(base) } }
        }
        // 2 × 2, 3 × 2, 2 × 3 and 3 × 3 pixels.
        #expect(values(reducer.finish()) == [6, 8, 31, 33])
    }

    @Test(arguments: [
        (4_032, 2_048, 2), (3_072, 2_048, 1), (8_000, 2_048, 4), (16_384, 2_048, 8), (65_000, 2_048, 8),
        (2_048, 2_048, 1),
        (3_700, 2_048, 2), (3_600, 2_048, 1), (4_032, 320, 8),
    ])
    func jpegIsDecodedAsSmallAsItMayBe(edge: Int, requestFingerprint: Int, shrink: Int) {
        #expect(DecodingPlan.shrink(from: edge, to: requestFingerprint) == shrink)
    }

    @Test(arguments: [
        (1, "abcdef", 3), (2, "cbafed", 3), (3, "fedcba", 3), (4, "defabc", 3), (5, "adbecf", 2), (6, "daebfc", 2),
        (7, "fcebda", 2), (8, "cfbead", 2),
    ])
    func eachOrientationIsTurnedUpright(number: Int, upright: String, width: Int) throws {
        let letters = Array("abcdef".utf8)
        let stored = filled(3, 2, channels: 1) { column, row, _ in letters[row * 3 + column] }
        let turned = try #require(Orientation(rawValue: number)).upright(stored)
        #expect(turned.width == width)
        #expect(String(decoding: values(turned), as: UTF8.self) == upright)
    }
}
