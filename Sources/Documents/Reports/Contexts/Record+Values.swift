package import FoundationEssentials
import Inventory
package import Templating

/// Values of the model, written straight into a record.
extension Record {
    /// Sets a text slot to a UUID as RFC 9562 writes it: lower-case hexadecimal digits in five groups.
    package func set(_ slot: ContextDeclaration.Slot, _ id: UUID) {
        set(slot, capacity: 36) { buffer in
            let (high, low) = withUnsafeBytes(of: id.uuid) {
                ($0.load(as: UInt64.self).littleEndian, $0.load(fromByteOffset: 8, as: UInt64.self).littleEndian)
            }
            let digits = (
                Record.hexDigits(high), Record.hexDigits(high >> 32), Record.hexDigits(low), Record.hexDigits(low >> 32)
            )
            let place = UnsafeMutableRawPointer(buffer)
            let hyphen = UInt8(ascii: "-")
            place.storeBytes(of: digits.0.littleEndian, as: UInt64.self)
            buffer[8] = hyphen
            place.storeBytes(of: UInt32(truncatingIfNeeded: digits.1).littleEndian, toByteOffset: 9, as: UInt32.self)
            buffer[13] = hyphen
            place.storeBytes(
                of: UInt32(truncatingIfNeeded: digits.1 >> 32).littleEndian, toByteOffset: 14, as: UInt32.self)
            buffer[18] = hyphen
            place.storeBytes(of: UInt32(truncatingIfNeeded: digits.2).littleEndian, toByteOffset: 19, as: UInt32.self)
            buffer[23] = hyphen
            place.storeBytes(
                of: UInt32(truncatingIfNeeded: digits.2 >> 32).littleEndian, toByteOffset: 24, as: UInt32.self)
            place.storeBytes(of: digits.3.littleEndian, toByteOffset: 28, as: UInt64.self)
            return 36
        }
    }

    /// The eight hexadecimal digits of four bytes, all at once; the first byte and digit are the lowest.
    private static func hexDigits(_ bytes: UInt64) -> UInt64 {
        var spread = bytes & 0xFFFF_FFFF
        spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
        spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
        let nibbles = (spread >> 4 & 0x000F_000F_000F_000F) | (spread & 0x000F_000F_000F_000F) << 8
        let letters = (nibbles &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return nibbles &+ 0x3030_3030_3030_3030 &+ letters &* 39
    }

    func set(_ slot: ContextDeclaration.Slot, _ quantity: Quantity) {
        set(slot, capacity: DecimalText.capacity) { quantity.write(to: $0) }
    }

    func set(_ slot: ContextDeclaration.Slot, _ timestamp: Timestamp) {
        set(slot, capacity: Timestamp.capacity) { timestamp.write(to: $0) }
    }

    func set(_ slot: ContextDeclaration.Slot, _ day: CalendarDate) {
        set(slot, capacity: 16) { day.write(to: $0) }
    }

    /// Sets a text slot to bytes kept in an array, which are copied.
    func set(_ slot: ContextDeclaration.Slot, _ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { set(slot, copying: $0) }
    }
}
