/// Sorting and cutting lists that are in memory.
enum ListOrder {
    /// Applies steps to the elements of a list of records.
    static func apply(_ steps: [ListStep], to rows: ArraySlice<Record>, work: inout Int) -> ArraySlice<Record> {
        apply(steps, to: rows, work: &work) { row, slot, _ in SortKey(row.slots[slot]) }
    }

    /// Applies steps to a list of data.
    static func apply(
        _ steps: [ListStep], to list: ArraySlice<TemplateValue>, work: inout Int
    ) -> ArraySlice<TemplateValue> {
        apply(steps, to: list, work: &work) { value, _, name in SortKey(value, name) }
    }

    private static func apply<Element>(
        _ steps: [ListStep], to list: ArraySlice<Element>, work: inout Int,
        key: (Element, Int, String) -> SortKey
    ) -> ArraySlice<Element> {
        var list = list
        for step in steps {
            switch step {
            case .first(let limit):
                list = list.prefix(limit)
            case .sorted(let slot, let name, let isDescending):
                let elements = Array(list)
                let keys = elements.map { key($0, slot, name) }
                list = order(keys, isDescending: isDescending, work: &work).map { elements[$0] }[...]
            }
        }
        return list
    }

    /// The indices of the keys in order; equal ones keep their order.
    private static func order(_ keys: [SortKey], isDescending: Bool, work: inout Int) -> [Int] {
        work += keys.reduce(keys.count * 16) { $0 + $1.size }
        return keys.indices.sorted { one, two in
            if keys[one] == keys[two] { return one < two }
            // Absent values come last in both directions.
            if keys[one] == .absent || keys[two] == .absent { return keys[two] == .absent }
            return isDescending ? keys[two] < keys[one] : keys[one] < keys[two]
        }
    }
}

/// The key that a row is sorted by: numbers by value, before text by its bytes; absent values come last.
enum SortKey: Comparable {
    case number(Double)
    case text([UInt8])
    case absent

    init(_ value: SlotValue) {
        switch value {
        case .bytes(let bytes): self.init(Array(bytes))
        case .flag(let flag): self = .number(flag ? 1 : 0)
        case .absent, .part: self = .absent
        }
    }

    init(_ value: TemplateValue, _ name: String) {
        guard case .object(let members) = value else {
            self = .absent
            return
        }
        switch members[name] {
        case .text(let text)?, .number(let text)?: self.init(Array(text.utf8))
        case .bool(let flag)?: self = .number(flag ? 1 : 0)
        default: self = .absent
        }
    }

    /// A text that is a number in digits is sorted as one.
    private init(_ bytes: [UInt8]) {
        let isNumber = bytes.count < 32 && JSONNumber.isValid(bytes.span)
        if isNumber, let number = Double(String(decoding: bytes, as: UTF8.self)) {
            self = .number(number)
        } else {
            self = .text(bytes)
        }
    }

    /// About how long it takes to compare.
    var size: Int {
        if case .text(let bytes) = self { bytes.count } else { 1 }
    }

    static func < (one: SortKey, two: SortKey) -> Bool {
        switch (one, two) {
        case (.number(let a), .number(let b)): a < b
        case (.text(let a), .text(let b)): a.lexicographicallyPrecedes(b)
        case (.number, _), (.text, .absent): true
        default: false
        }
    }
}
