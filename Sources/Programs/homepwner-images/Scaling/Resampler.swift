/// Reduces a picture to any size, first vertically, then horizontally.
enum Resampler {
    /// Reduces pixels to a long edge of at most `longEdge`. Never enlarges.
    static func fit(_ pixels: consuming PixelBuffer, longEdge: Int) -> PixelBuffer {
        let edge = pixels.longEdge
        if edge <= longEdge { return pixels }
        let width = max(1, (pixels.width * longEdge + edge / 2) / edge)
        let height = max(1, (pixels.height * longEdge + edge / 2) / edge)
        return across(down(pixels, height: height), width: width)
    }

    private static let half: Int32 = 1 << (FilterWeights.bits - 1)

    private static func down(_ pixels: borrowing PixelBuffer, height: Int) -> PixelBuffer {
        let filter = FilterWeights(from: pixels.height, to: height)
        let output = PixelBuffer(width: pixels.width, height: height, channels: pixels.channels)
        let count = pixels.width * pixels.channels
        let sums = UnsafeMutablePointer<Int32>.allocate(capacity: count)
        defer { sums.deallocate() }
        for row in 0..<height {
            sums.update(repeating: half, count: count)
            for tap in 0..<filter.taps {
                let weight = Int32(filter.weights[row * filter.taps + tap])
                if weight == 0 { continue }
                let source = pixels.base + (filter.starts[row] + tap) * count
                for index in 0..<count { sums[index] &+= weight &* Int32(source[index]) }
            }
            let target = output.base + row * count
            for index in 0..<count { target[index] = clamped(sums[index]) }
        }
        return output
    }

    private static func across(_ pixels: borrowing PixelBuffer, width: Int) -> PixelBuffer {
        let filter = FilterWeights(from: pixels.width, to: width)
        let channels = pixels.channels
        let output = PixelBuffer(width: width, height: pixels.height, channels: channels)
        filter.weights.withUnsafeBufferPointer { weights in
            guard let weights = weights.baseAddress else { return }
            for row in 0..<pixels.height {
                let line = pixels.base + row * pixels.width * channels
                var target = output.base + row * width * channels
                for column in 0..<width {
                    let source = line + filter.starts[column] * channels
                    let mix = weights + column * filter.taps
                    if channels == 3 {
                        var (red, green, blue) = (half, half, half)
                        for tap in 0..<filter.taps {
                            let weight = Int32(mix[tap])
                            red &+= weight &* Int32(source[3 * tap])
                            green &+= weight &* Int32(source[3 * tap + 1])
                            blue &+= weight &* Int32(source[3 * tap + 2])
                        }
                        target[0] = clamped(red)
                        target[1] = clamped(green)
                        target[2] = clamped(blue)
                    } else {
                        for channel in 0..<channels {
                            var sum = half
                            for tap in 0..<filter.taps {
                                sum &+= Int32(mix[tap]) &* Int32(source[channels * tap + channel])
                            }
                            target[channel] = clamped(sum)
                        }
                    }
                    target += channels
                }
            }
        }
        return output
    }

    @inline(__always)
    private static func clamped(_ sum: Int32) -> UInt8 {
        UInt8(truncatingIfNeeded: max(0, min(255, sum >> FilterWeights.bits)))
    }
}

/// The source pixels and their weights for every output pixel along one edge.
///
/// The filter is the cubic of Catmull and Rom (1974), widened by the scale, which removes detail finer than a pixel.
struct FilterWeights {
    /// Weights are counted in units of 1/16384.
    static let bits: Int32 = 14

    /// The first source pixel of each output pixel.
    let starts: [Int]
    /// The weights of each output pixel, ``taps`` in a row; they add up to one.
    let weights: [Int16]
    let taps: Int

    init(from source: Int, to target: Int) {
        let scale = Double(source) / Double(target)
        let reach = 2 * scale
        let taps = min(source, Int((2 * reach).rounded(.up)) + 1)
        var starts: [Int] = []
        var weights: [Int16] = []
        for index in 0..<target {
            let centre = (Double(index) + 0.5) * scale - 0.5
            let start = min(max(0, Int((centre - reach).rounded(.up))), source - taps)
            let raw = (0..<taps).map { FilterWeights.cubic(abs(Double(start + $0) - centre) / scale) }
            let total = raw.reduce(0, +)
            let one = Double(1 << FilterWeights.bits)
            var rounded = raw.map { Int16(($0 / total * one).rounded()) }
            // Rounding must not make white grey: the largest weight compensates for rounding errors.
            let missing = Int(one) - rounded.reduce(0) { $0 + Int($1) }
            if let peak = rounded.indices.max(by: { rounded[$0] < rounded[$1] }) {
                rounded[peak] += Int16(missing)
            }
            starts.append(start)
            weights += rounded
        }
        self.starts = starts
        self.weights = weights
        self.taps = taps
    }

    private static func cubic(_ distance: Double) -> Double {
        let x = distance
        if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
        if x < 2 { return ((-0.5 * x + 2.5) * x - 4) * x + 2 }
        return 0
    }
}

/// Rows of pixels, 8 bits a channel, without gaps.
struct PixelBuffer: ~Copyable {
    let base: UnsafeMutablePointer<UInt8>
    let width: Int
    let height: Int
    let channels: Int

    /// Allocates pixels without initialising them.
    init(width: Int, height: Int, channels: Int) {
        self.width = width
        self.height = height
        self.channels = channels
        base = .allocate(capacity: width * height * channels)
    }

    deinit { base.deallocate() }

    /// The longer edge.
    var longEdge: Int { max(width, height) }
}
