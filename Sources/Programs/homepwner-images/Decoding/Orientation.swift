/// The rotation and reflection that make a picture upright (EXIF 2.32, tag 274).
enum Orientation: Int, CaseIterable {
    case upright = 1
    case mirrored, halfTurn, flipped, transposed, quarterTurnRight, transversed, quarterTurnLeft

    /// Whether width and height are exchanged.
    var swapsAxes: Bool { rawValue >= 5 }

    /// Rotates and reflects pixels so that the picture is upright.
    func upright(_ pixels: consuming PixelBuffer) -> PixelBuffer {
        if self == .upright { return pixels }
        let (width, height, channels) = (pixels.width, pixels.height, pixels.channels)
        let output = PixelBuffer(
            width: swapsAxes ? height : width, height: swapsAxes ? width : height, channels: channels)
        // The source index of the output's first pixel, and the source steps for one pixel to the right and one down.
        let (right, down) = (channels, channels * width)
        let (lastColumn, lastRow) = (right * (width - 1), down * (height - 1))
        let way: (start: Int, across: Int, along: Int) =
            switch self {
            case .upright: (0, right, down)
            case .mirrored: (lastColumn, -right, down)
            case .halfTurn: (lastColumn + lastRow, -right, -down)
            case .flipped: (lastRow, right, -down)
            case .transposed: (0, down, right)
            case .quarterTurnRight: (lastRow, -down, right)
            case .transversed: (lastColumn + lastRow, -down, -right)
            case .quarterTurnLeft: (lastColumn, down, -right)
            }
        var target = output.base
        for row in 0..<output.height {
            var source = pixels.base + way.start + row * way.along
            for _ in 0..<output.width {
                for channel in 0..<channels { target[channel] = source[channel] }
                target += channels
                source += way.across
            }
        }
        return output
    }
}
