/// Sorting and cutting lists that are in memory.
enum ListOrder {
    /// Applies steps to rows of records, in place; returns how many rows are left.
    static func apply(
        _ steps: [ListStep], _ rows: UnsafeMutableBufferPointer<UnsafeMutablePointer<SlotValue>>, _ work: inout Int
    ) -> Int {
        var count = rows.count
        for step in steps {
            switch step {
            case .first(let limit):
                count = min(count, limit)
            case .sorted(let slot, let kind, _, let isDescending):
                let part = Array(rows[..<count])
                let keys = part.map { SortKey($0[slot], kind) }
                for (rank, index) in Self.order(keys, isDescending, &work).enumerated() { rows[rank] = part[index] }
            }
        }
        return count
    }

    /// Applies steps to a list of data.
    static func apply(_ steps: [ListStep], _ list: [TemplateValue], _ work: inout Int) -> [TemplateValue] {
        var list = list
        for step in steps {
            switch step {
            case .first(let limit):
                list = Array(list.prefix(limit))
            case .sorted(_, _, let name, let isDescending):
                list = order(list.map { SortKey($0, name) }, isDescending, &work).map { list[$0] }
            }
        }
        return list
    }

    /// The indices of the keys in order; equal ones stay as they are.
    private static func order(_ keys: [SortKey], _ isDescending: Bool, _ work: inout Int) -> [Int] {
        work += keys.reduce(keys.count * 16) { $0 + $1.size }
        return keys.indices.sorted { one, two in
            if keys[one] == keys[two] { return one < two }
            // What is absent comes last either way.
            if keys[one] == .absent || keys[two] == .absent { return keys[two] == .absent }
            return isDescending ? keys[two] < keys[one] : keys[one] < keys[two]
        }
    }
}

/// What a row is sorted by: numbers by value, before text by its bytes; what is absent comes last.
enum SortKey: Comparable {
    case number(Double)
    case text([UInt8])
    case absent

    init(_ slot: SlotValue, _ kind: SlotKind) {
        guard let base = slot.base else {
            self = .absent
            return
        }
        switch kind {
        case .text, .number, .markup, .trustedURL:
            self.init(UnsafeBufferPointer(start: base.assumingMemoryBound(to: UInt8.self), count: slot.count))
        case .flag: self = .number(Double(slot.count))
        case .record, .list, .stream: self = .absent
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
    private init(_ bytes: some Collection<UInt8>) {
        let isNumber = bytes.count < 32 && JSONNumber.isValid(Array(bytes))
        if isNumber, let number = Double(String(decoding: bytes, as: UTF8.self)) {
            self = .number(number)
        } else {
            self = .text(Array(bytes))
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
