internal import CXML2

/// A start or end tag as an observer sees it, good for the length of one call.
package struct ValidatedElement: ~Copyable {
    /// Elements around it: 0 for the root.
    package let depth: Int

    private let parser: xmlParserCtxtPtr
    private let localName: UnsafePointer<UInt8>
    /// libxml2's quintuples: local name, prefix, namespace, first byte, end of the value.
    private let attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
    private let attributeCount: Int

    init(
        localName: UnsafePointer<UInt8>, depth: Int, parser: xmlParserCtxtPtr,
        attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>? = nil, attributeCount: Int = 0
    ) {
        self.localName = localName
        self.depth = depth
        self.parser = parser
        self.attributes = attributes
        self.attributeCount = attributeCount
    }

    /// The beginning of the tag. Found by searching backwards, so read it only if needed.
    package var place: XMLLocation { XMLLocation(ofTagBefore: parser) }

    /// The local name, without a prefix.
    package var name: String { String(cString: localName) }

    /// Whether this is the local name; makes no String.
    package func isNamed(_ name: StaticString) -> Bool {
        same(localName, name)
    }

    /// The value of an attribute that is in no namespace, or nil if it is absent (always in end tags).
    package func attribute(_ name: StaticString) -> String? {
        withAttribute(name) { String(decoding: $0, as: UTF8.self) }
    }

    /// Passes the UTF-8 bytes of an attribute to `body`, without making a String; nil if it is absent.
    package func withAttribute<Value>(_ name: StaticString, _ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value? {
        guard let attributes else { return nil }
        for index in 0..<attributeCount {
            let entry = attributes + index * 5
            guard let key = entry[0], entry[2] == nil, same(key, name), let start = entry[3], let end = entry[4] else {
                continue
            }
            return body(UnsafeBufferPointer(start: start, count: end - start))
        }
        return nil
    }

    private func same(_ text: UnsafePointer<UInt8>, _ name: StaticString) -> Bool {
        name.withUTF8Buffer { bytes in
            for (index, byte) in bytes.enumerated() where text[index] != byte {
                return false
            }
            return text[bytes.count] == 0
        }
    }
}

/// Sees every element of a document while it is validated, so that one parse also serves checks that no schema can
/// make, such as sums and unique ids.
package protocol XMLElementObserver: AnyObject {
    /// A start tag was read.
    func elementStarted(_ element: borrowing ValidatedElement)
    /// An end tag was read; `text` is the UTF-8 text since the tag before it: all of it in an element without children.
    func elementEnded(_ element: borrowing ValidatedElement, text: UnsafeBufferPointer<UInt8>)
}
