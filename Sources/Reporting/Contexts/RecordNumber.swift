package import FoundationEssentials
import InventoryModel
package import Templating

/// The digits of a number or date on their way into a record, on the stack.
package struct RecordNumber {
    private var storage: (UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0)
    private var count = 0

    /// Digits that `write` puts into 40 bytes; it returns how many it used.
    @inline(__always)
    package init(_ write: (UnsafeMutablePointer<UInt8>) -> Int) {
        count = withUnsafeMutableBytes(of: &storage) { bytes in
            guard let base = bytes.baseAddress else { return 0 }
            return write(base.assumingMemoryBound(to: UInt8.self))
        }
    }

    /// A UUID as RFC 9562 writes it: lower-case hexadecimal digits in five groups.
    package init(_ id: UUID) {
        self.init { buffer in
            var place = 0
            withUnsafeBytes(of: id.uuid) { bytes in
                for index in 0..<16 {
                    if index == 4 || index == 6 || index == 8 || index == 10 {
                        buffer[place] = UInt8(ascii: "-")
                        place += 1
                    }
                    buffer[place] = RecordNumber.hexDigit(bytes[index] >> 4)
                    buffer[place + 1] = RecordNumber.hexDigit(bytes[index] & 15)
                    place += 2
                }
            }
            return place
        }
    }

    @inline(__always)
    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &- 10 &+ value
    }

    @inline(__always)
    package func withBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        withUnsafeBytes(of: storage) { bytes in
            body(UnsafeBufferPointer(rebasing: bytes.assumingMemoryBound(to: UInt8.self)[..<count]))
        }
    }
}

extension Record {
    /// Sets a text or number slot to digits, which are copied.
    @inline(__always)
    package func set(_ slot: ContextDeclaration.Slot, _ number: RecordNumber) {
        number.withBytes { set(slot, copying: $0) }
    }

    /// Sets a text slot to bytes kept in an array, which are copied.
    package func set(_ slot: ContextDeclaration.Slot, _ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { set(slot, copying: $0) }
    }
}
