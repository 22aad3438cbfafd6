import CXML2
import Files
import Glibc

/// An element of a part of a workbook.
typealias PartElement = UnsafeMutablePointer<xmlNode>

/// A part of a workbook as a tree, so that what is not understood stays as it is.
final class WorkbookPartTree {
    private let document: UnsafeMutablePointer<xmlDoc>
    let root: PartElement

    /// - Returns: nil if the bytes are not well-formed XML, or declare a document type, which could define entities.
    init?(_ bytes: [UInt8]) {
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        let parsed = bytes.withUnsafeBytes {
            xmlReadMemory(
                $0.bindMemory(to: CChar.self).baseAddress, Int32(clamping: $0.count), nil, nil, Int32(options))
        }
        guard let parsed else { return nil }
        guard parsed.pointee.intSubset == nil, let root = xmlDocGetRootElement(parsed) else {
            xmlFreeDoc(parsed)
            return nil
        }
        (document, self.root) = (parsed, root)
    }

    deinit { xmlFreeDoc(document) }

    var bytes: [UInt8] {
        var text: UnsafeMutablePointer<xmlChar>?
        var count: Int32 = 0
        xmlDocDumpMemory(document, &text, &count)
        defer { free(text) }
        return Array(UnsafeBufferPointer(start: text, count: Int(count)))
    }
}

extension PartElement {
    /// The elements inside of it.
    var elements: [PartElement] {
        var found: [PartElement] = []
        var next = pointee.children
        while let node = next {
            if node.pointee.type == XML_ELEMENT_NODE { found.append(node) }
            next = node.pointee.next
        }
        return found
    }

    /// Whether anything is inside of it.
    var hasContent: Bool { pointee.children != nil }

    /// The name without its prefix.
    var name: String { String(cString: pointee.name) }

    func elements(_ name: String) -> [PartElement] { elements.filter { $0.name == name } }
    func element(_ name: String) -> PartElement? { elements.first { $0.name == name } }

    /// The value of an attribute, whatever its prefix.
    subscript(name: String) -> String? {
        get {
            var next = pointee.properties
            while let attribute = next {
                if String(cString: attribute.pointee.name) == name {
                    return attribute.pointee.children.flatMap(\.pointee.content).map { String(cString: $0) } ?? ""
                }
                next = attribute.pointee.next
            }
            return nil
        }
        nonmutating set {
            if let newValue {
                xmlSetProp(self, name, newValue)
            } else {
                xmlUnsetProp(self, name)
            }
        }
    }

    /// A new element of the same namespace, which is not in the tree yet.
    func sibling(_ name: String, text: String? = nil) -> PartElement? {
        let new = xmlNewNode(pointee.ns, name)
        if let new, let text { xmlAddChild(new, xmlNewText(text)) }
        return new
    }

    func copy() -> PartElement? { xmlCopyNode(self, 1) }

    /// Says that spaces at the ends of its text count.
    func keepSpaces() { xmlNodeSetSpacePreserve(self, 1) }

    func append(_ element: PartElement?) { if let element { xmlAddChild(self, element) } }
    func insert(_ element: PartElement?, after place: PartElement) {
        if let element { xmlAddNextSibling(place, element) }
    }
    func insert(_ element: PartElement?, before place: PartElement) {
        if let element { xmlAddPrevSibling(place, element) }
    }

    func remove() {
        xmlUnlinkNode(self)
        xmlFreeNode(self)
    }

    /// Removes everything inside of it.
    func clear() {
        while let child = pointee.children { child.remove() }
    }
}
