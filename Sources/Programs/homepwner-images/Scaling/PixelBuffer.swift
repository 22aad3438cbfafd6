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
