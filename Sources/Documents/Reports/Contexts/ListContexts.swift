import Templating

/// The names of one tag of an item.
struct TagContext {
    static let declaration = ContextDeclaration([("tag", .text), ("isFirst", .flag)])
    private let tag = declaration.slot("tag")
    private let isFirst = declaration.slot("isFirst")

    /// - Parameter shown: what stands for it where it is kept back.
    func fill(_ record: Record, _ bytes: UnsafeBufferPointer<UInt8>, isFirst first: Bool, shown: String?) {
        if let shown { record.set(tag, text: shown) } else { record.set(tag, copying: bytes) }
        record.set(isFirst, flag: first)
    }
}

/// The names of one of the owner's own fields.
struct CustomFieldContext {
    static let declaration = ContextDeclaration([("fieldName", .text), ("fieldValue", .text), ("isFirst", .flag)])
    private let name = declaration.slot("fieldName")
    private let value = declaration.slot("fieldValue")
    private let isFirst = declaration.slot("isFirst")

    func fill(
        _ record: Record, _ fieldName: UnsafeBufferPointer<UInt8>, _ fieldValue: UnsafeBufferPointer<UInt8>,
        isFirst first: Bool, shown: String?
    ) {
        if let shown {
            record.set(name, text: shown)
            record.set(value, text: shown)
        } else {
            record.set(name, copying: fieldName)
            record.set(value, copying: fieldValue)
        }
        record.set(isFirst, flag: first)
    }
}
