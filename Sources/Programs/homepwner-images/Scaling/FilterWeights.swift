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
