/// Writing of text and values at a place in the window.
extension RecordRenderer {
    /// Writes text for HTML or XML; a piece of it has room.
    @inline(__always)
    static func write(
        _ slot: SlotValue, _ table: UnsafePointer<EscapeTable>, at next: UnsafeMutablePointer<UInt8>,
        _ window: inout OutputWindow
    ) throws -> UnsafeMutablePointer<UInt8> {
        guard let base = slot.base else { return next }
        if slot.count <= OutputWindow.piece {
            return MarkupEscaper.write(base.assumingMemoryBound(to: UInt8.self), slot.count, next, table)
        }
        return try writeLong(base, slot.count, table, at: next, &window)
    }

    /// Writes text of more than one piece.
    @inline(never)
    static func writeLong(
        _ base: UnsafeRawPointer, _ count: Int, _ table: UnsafePointer<EscapeTable>,
        at next: UnsafeMutablePointer<UInt8>, _ window: inout OutputWindow
    ) throws -> UnsafeMutablePointer<UInt8> {
        window.next = next
        try ValueWriter.markup(base.assumingMemoryBound(to: UInt8.self), count, table, &window)
        return window.next
    }

    /// Writes literal text.
    @inline(__always)
    static func write(
        _ literal: UnsafePointer<UInt8>, _ count: Int, at next: UnsafeMutablePointer<UInt8>,
        _ roomy: UnsafeMutablePointer<UInt8>, _ window: inout OutputWindow
    ) throws -> UnsafeMutablePointer<UInt8> {
        if next <= roomy, count <= OutputWindow.shortLiteral {
            return OutputWindow.copy(literal: literal, count, to: next)
        }
        return try writeLong(literal, count, at: next, &window)
    }

    @inline(never)
    static func writeLong(
        _ literal: UnsafePointer<UInt8>, _ count: Int, at next: UnsafeMutablePointer<UInt8>,
        _ window: inout OutputWindow
    ) throws -> UnsafeMutablePointer<UInt8> {
        window.next = next
        try window.write(literal, count)
        return window.next
    }

    /// Makes room in the window; returns where the next byte goes.
    @inline(never)
    static func flush(
        _ next: UnsafeMutablePointer<UInt8>, _ window: inout OutputWindow
    ) throws -> UnsafeMutablePointer<UInt8> {
        window.next = next
        try window.flushBlock()
        return window.next
    }

    // Static, like all that is done for a tag and needs little of the renderer: a method would be handed a copy of it.
    @inline(__always)
    static func write(
        _ slot: SlotValue, _ kind: SlotKind, _ escape: Escape, _ tables: UnsafePointer<ValueWriter.Tables>,
        _ window: inout OutputWindow
    ) throws {
        guard let base = slot.base else { return try ValueWriter.absent(escape, &window) }
        if kind == .text || (kind == .number && escape.isMarkup) {
            try ValueWriter.text(base.assumingMemoryBound(to: UInt8.self), slot.count, escape, tables, &window)
        } else {
            try special(slot, base, kind, escape, tables, &window)
        }
    }

    @inline(never)
    static func special(
        _ slot: SlotValue, _ base: UnsafeRawPointer, _ kind: SlotKind, _ escape: Escape,
        _ tables: UnsafePointer<ValueWriter.Tables>, _ window: inout OutputWindow
    ) throws {
        let bytes = base.assumingMemoryBound(to: UInt8.self)
        switch kind {
        case .number: try ValueWriter.number(bytes, slot.count, escape, tables, &window)
        case .flag: try ValueWriter.flag(slot.count != 0, &window)
        case .text, .markup, .trustedURL: try ValueWriter.text(bytes, slot.count, escape, tables, &window)
        case .record, .list, .stream: return
        }
    }
}
