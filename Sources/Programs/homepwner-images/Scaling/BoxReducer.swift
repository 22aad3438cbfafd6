/// Reduces a picture by a whole number while its rows arrive: each pixel is the mean of a square.
///
/// The last column and row also average the remaining pixels.
struct BoxReducer: ~Copyable {
    private let output: PixelBuffer
    private let factor: Int
    private let sourceWidth: Int
    private let sourceHeight: Int
    private var columns: [UInt32]
    private var row = 0

    init(width: Int, height: Int, channels: Int, factor: Int) {
        self.factor = factor
        sourceWidth = width
        sourceHeight = height
        output = PixelBuffer(width: max(1, width / factor), height: max(1, height / factor), channels: channels)
        columns = [UInt32](repeating: 0, count: factor == 1 ? 0 : width * channels)
    }

    /// Adds the next row.
    mutating func add(_ source: UnsafePointer<UInt8>) {
        defer { row += 1 }
        if factor == 1 {
            let count = sourceWidth * output.channels
            (output.base + row * count).update(from: source, count: count)
            return
        }
        columns.withUnsafeMutableBufferPointer { sums in
            guard let sums = sums.baseAddress else { return }
            for index in 0..<sourceWidth * output.channels { sums[index] &+= UInt32(source[index]) }
        }
        let target = min(row / factor, output.height - 1)
        let isLast = target == output.height - 1 ? row == sourceHeight - 1 : row % factor == factor - 1
        if isLast { write(target, rows: row - target * factor + 1) }
    }

    /// Returns the pixels.
    consuming func finish() -> PixelBuffer { output }

    private mutating func write(_ target: Int, rows: Int) {
        let channels = output.channels
        let line = output.base + target * output.width * channels
        columns.withUnsafeMutableBufferPointer { sums in
            guard let sums = sums.baseAddress else { return }
            for column in 0..<output.width {
                let first = column * factor
                let end = column == output.width - 1 ? sourceWidth : first + factor
                let area = UInt64((end - first) * rows)
                for channel in 0..<channels {
                    var sum: UInt64 = 0
                    for source in first..<end { sum &+= UInt64(sums[source * channels + channel]) }
                    line[column * channels + channel] = UInt8(truncatingIfNeeded: (sum + area / 2) / area)
                }
            }
            sums.update(repeating: 0, count: sourceWidth * channels)
        }
    }
}
