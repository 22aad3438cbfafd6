/// The names of a location's path, as ``Selection/pathNames(_:)`` splits them, as a byte string: each name is followed by
/// a slash, so that a path lies below another if its key begins with the other's.
enum LocationPath {
    static func key(_ location: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var key: [UInt8] = []
        append(location, to: &key)
        return key
    }

    static func append(_ location: UnsafeBufferPointer<UInt8>, to key: inout [UInt8]) {
        forEachName(location) { name in
            key.append(contentsOf: name)
            key.append(UInt8(ascii: "/"))
        }
    }

    static func forEachName(
        _ location: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        var start = 0
        while start < location.count {
            let end = location[start...].firstIndex(of: UInt8(ascii: "/")) ?? location.count
            var (first, last) = (start, end)
            while first < last, isSpace(location[first]) { first += 1 }
            while first < last, isSpace(location[last - 1]) { last -= 1 }
            if first < last { body(UnsafeBufferPointer(rebasing: location[first..<last])) }
            start = end + 1
        }
    }

    /// The keys of a path and all below it: from the first up to, but without, the second. Nil for a path of no names.
    static func range(of names: [String]) -> (from: [UInt8], before: [UInt8])? {
        let from = Array(names.joined(separator: "/").utf8).withUnsafeBufferPointer(key)
        guard !from.isEmpty else { return nil }
        // All these keys begin with the path and its slash; the byte after the slash bounds them.
        return (from, from.dropLast() + [UInt8(ascii: "/") + 1])
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
