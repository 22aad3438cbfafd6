import CXML2

/// A name of an element or attribute without its prefix, as the parser keeps it: one address a name.
struct PartName: Hashable {
    let pointer: UnsafePointer<UInt8>
}

/// A piece of a part's content, in document order. Valid until the parser reads more.
enum PartEvent {
    case start(PartElement)
    /// Text inside the current element; it may come in several pieces.
    case text(UnsafeBufferPointer<UInt8>)
    case end(PartName)
}

/// The beginning of an element.
struct PartElement {
    let name: PartName
    let attributes: UnsafeBufferPointer<RecordedAttribute>
    fileprivate let bytes: UnsafeMutablePointer<UInt8>

    /// The value of an attribute of the element.
    func value(of attribute: RecordedAttribute) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes + attribute.start, count: attribute.count)
    }

    /// The value of the attribute of that name in any namespace.
    func value(of name: PartName) -> UnsafeBufferPointer<UInt8>? {
        for attribute in attributes where attribute.name == name { return value(of: attribute) }
        return nil
    }

    /// The text of the attribute of that name, cut to 1,024 bytes.
    func string(of name: PartName) -> String? {
        value(of: name).map { String(decoding: $0.prefix(1024), as: UTF8.self) }
    }
}

/// An attribute of a recorded element.
struct RecordedAttribute {
    let name: PartName
    /// The offset of its value in the recorded bytes.
    fileprivate let start: Int
    fileprivate let count: Int
}

/// Records what libxml2 reports of a piece of a part, to be read afterwards.
///
/// A value behind a pointer, not a class: libxml2 calls back two or three times a cell, and counting references would
/// take longer than the call.
struct EventRecord {
    private enum Kind: UInt8 { case start, text, end }

    private struct Event {
        var kind: Kind
        var name: PartName?
        /// The first attribute of an element, or byte of a text.
        var first: Int
        var count: Int
    }

    private var events = GrowingBuffer<Event>(capacity: 4096)
    private var attributes = GrowingBuffer<RecordedAttribute>(capacity: 4096)
    private var bytes = GrowingBuffer<UInt8>(capacity: 1 << 16)
    private var position = 0
    private(set) var depth = 0

    func deallocate() {
        events.deallocate()
        attributes.deallocate()
        bytes.deallocate()
    }

    /// The number of events since the last ``clear()``.
    var count: Int { events.count }

    /// Forgets all events.
    mutating func clear() {
        (events.count, attributes.count, bytes.count, position) = (0, 0, 0, 0)
    }

    /// Returns the next event that was recorded, nil if all were returned.
    mutating func next() -> PartEvent? {
        guard position < events.count else { return nil }
        let event = events.elements[position]
        position += 1
        switch (event.kind, event.name) {
        case (.start, let name?):
            return .start(
                PartElement(
                    name: name,
                    attributes: UnsafeBufferPointer(start: attributes.elements + event.first, count: event.count),
                    bytes: bytes.elements))
        case (.end, let name?): return .end(name)
        default: return .text(UnsafeBufferPointer(start: bytes.elements + event.first, count: event.count))
        }
    }

    mutating func start(
        _ name: UnsafePointer<xmlChar>, count: Int, attributes parts: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    ) {
        depth += 1
        let first = attributes.count
        for index in 0..<count {
            // Five pointers each: name, prefix, namespace, first and past the last byte of the value.
            guard let parts = parts.map({ $0 + index * 5 }), let name = parts[0], let start = parts[3],
                let end = parts[4]
            else { continue }
            attributes.append(
                RecordedAttribute(
                    name: PartName(pointer: name), start: bytes.count, count: end - start))
            bytes.append(contentsOf: start, count: end - start)
        }
        events.append(
            Event(kind: .start, name: PartName(pointer: name), first: first, count: attributes.count - first))
    }

    mutating func text(_ start: UnsafePointer<xmlChar>, count: Int) {
        events.append(Event(kind: .text, name: nil, first: bytes.count, count: count))
        bytes.append(contentsOf: start, count: count)
    }

    mutating func end(_ name: UnsafePointer<xmlChar>) {
        depth -= 1
        events.append(Event(kind: .end, name: PartName(pointer: name), first: 0, count: 0))
    }
}

/// Memory for elements without references that grows as needed.
private struct GrowingBuffer<Element: BitwiseCopyable> {
    private(set) var elements: UnsafeMutablePointer<Element>
    private var capacity: Int
    var count = 0

    init(capacity: Int) {
        elements = .allocate(capacity: capacity)
        self.capacity = capacity
    }

    func deallocate() { elements.deallocate() }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow(by: 1) }
        (elements + count).initialize(to: element)
        count += 1
    }

    @inline(__always)
    mutating func append(contentsOf source: UnsafePointer<Element>, count more: Int) {
        if more > capacity - count { grow(by: more) }
        (elements + count).initialize(from: source, count: more)
        count += more
    }

    @inline(never)
    private mutating func grow(by more: Int) {
        capacity = max(2 * capacity, count + more)
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        larger.initialize(from: elements, count: count)
        elements.deallocate()
        elements = larger
    }
}
