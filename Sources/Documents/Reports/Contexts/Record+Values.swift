package import FoundationEssentials
import Inventory
package import Templating

/// Values of the model, written straight into a record.
extension Record {
    /// Sets a text slot to a UUID as RFC 9562 writes it.
    package func set(_ slot: ContextDeclaration.Slot, _ id: UUID) { set(slot, text: id.text) }

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
