internal import CXML2

/// `xsi:schemaLocation` and `xsi:noNamespaceSchemaLocation`: hints at a schema's address.
///
/// libxml2 would follow them and add what it finds to the compiled schema, which other threads are reading.
enum SchemaLocations {
    /// libxml2's five pointers an attribute: local name, prefix, namespace, first byte and end of the value.
    typealias Attributes = UnsafeMutablePointer<UnsafePointer<UInt8>?>
    static let stride = 5

    /// Passes the attributes on without the hints; copies them only if there are hints.
    @inline(__always)
    static func without(_ attributes: Attributes?, count: Int32, _ body: (Attributes?, Int32) -> Void) {
        guard count > 0, let attributes, (0..<Int(count)).contains(where: { isHint(attributes + $0 * stride) }) else {
            body(attributes, count)
            return
        }
        withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>?.self, capacity: Int(count) * stride) { kept in
            var keptCount = 0
            for index in 0..<Int(count) where !isHint(attributes + index * stride) {
                for part in 0..<stride {
                    kept.initializeElement(at: keptCount * stride + part, to: attributes[index * stride + part])
                }
                keptCount += 1
            }
            body(kept.baseAddress, Int32(keptCount))
        }
    }

    private static func isHint(_ attribute: Attributes) -> Bool {
        guard let namespace = attribute[2], let name = attribute[0] else { return false }
        return xmlStrEqual(namespace, "http://www.w3.org/2001/XMLSchema-instance") != 0
            && (xmlStrEqual(name, "schemaLocation") != 0 || xmlStrEqual(name, "noNamespaceSchemaLocation") != 0)
    }
}
