/// Sorting and cutting lists that are in memory.
enum ListOrder {
    /// Applies steps to rows of records, in place; returns how many rows are left.
    static func apply(
        _ steps: [ListStep], _ rows: UnsafeMutableBufferPointer<UnsafeMutablePointer<SlotValue>>
    ) -> Int {
        var count = rows.count
        for step in steps {
            switch step {
            case .first(let limit):
                count = min(count, limit)
            case .sorted(let slot, let kind, _, let isDescending):
                let part = Array(rows[..<count])
                let order = part.indices.sorted { one, two in
                    let order = compare(part[one][slot], part[two][slot], kind)
                    return order == 0 ? one < two : isDescending ? order > 0 : order < 0
                }
                for (place, index) in order.enumerated() { rows[place] = part[index] }
            }
        }
        return count
    }

    /// Applies steps to a list of data.
    static func apply(_ steps: [ListStep], _ list: [TemplateValue]) -> [TemplateValue] {
        var list = list
        for step in steps {
            switch step {
            case .first(let limit):
                list = Array(list.prefix(limit))
            case .sorted(_, _, let name, let isDescending):
                let keys = list.map { key(of: $0, name) }
                let order = list.indices.sorted { one, two in
                    let order = compare(keys[one], keys[two])
                    return order == 0 ? one < two : isDescending ? order > 0 : order < 0
                }
                list = order.map { list[$0] }
            }
        }
        return list
    }

    private static func compare(_ one: SlotValue, _ two: SlotValue, _ kind: SlotKind) -> Int {
        func bytes(_ slot: SlotValue) -> [UInt8]? {
            guard let base = slot.base else { return nil }
            switch kind {
            case .text, .number, .markup, .trustedURL:
                return Array(UnsafeBufferPointer(start: base.assumingMemoryBound(to: UInt8.self), count: slot.count))
            case .flag: return [UInt8(slot.count)]
            case .record, .list, .stream: return nil
            }
        }
        return compare(bytes(one), bytes(two))
    }

    private static func key(of value: TemplateValue, _ name: String) -> [UInt8]? {
        guard case .object(let members) = value else { return nil }
        switch members[name] {
        case .text(let text)?, .number(let text)?: return Array(text.utf8)
        case .bool(let flag)?: return [flag ? 1 : 0]
        default: return nil
        }
    }

    /// Numbers by value, all else by its bytes; what is absent comes last.
    static func compare(_ one: [UInt8]?, _ two: [UInt8]?) -> Int {
        guard let one else { return two == nil ? 0 : 1 }
        guard let two else { return -1 }
        if let a = Double(String(decoding: one, as: UTF8.self)), let b = Double(String(decoding: two, as: UTF8.self)),
            a != b
        {
            return a < b ? -1 : 1
        }
        if one == two { return 0 }
        return one.lexicographicallyPrecedes(two) ? -1 : 1
    }
}
