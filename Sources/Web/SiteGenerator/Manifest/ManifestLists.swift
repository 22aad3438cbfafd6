import Inventory
import JSON

/// The part of a manifest that tells what lists there are and what each comes to: one list a line.
enum ManifestLists {
    static func encoded(_ lists: [SiteList]) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(ascii: "[")]
        for (place, list) in lists.enumerated() {
            bytes += (place == 0 ? "\n" : ",\n").utf8
            bytes += json(list).encoded
        }
        return bytes + "\n]\n".utf8
    }

    /// Reads the part; nil where the bytes are none.
    static func decoded(_ bytes: [UInt8]) -> [SiteList]? {
        guard let values = (try? JSONValue(parsing: bytes))?.elements else { return nil }
        let lists = values.compactMap(list)
        return lists.count == values.count ? lists : nil
    }

    private static func json(_ list: SiteList) -> JSONValue {
        let runningTotals = list.runningTotals
        func member(_ name: String, _ number: Int) -> JSONMember { JSONMember(name: name, value: .number("\(number)")) }
        let sums = runningTotals.sums.map { sum in
            JSONValue.array([
                .string(sum.currency.code), .number("\(sum.lines)"), .number("\(sum.minorUnits)"),
            ])
        }
        return .object(
            [JSONMember(name: "kind", value: .string(list.key.kind.rawValue))]
                + (list.key.name.map { [JSONMember(name: "name", value: .string($0))] } ?? [])
                + [
                    member("items", runningTotals.items), member("units", Int(runningTotals.units)),
                    member("withoutValue", runningTotals.withoutValue),
                    member("withoutSerialNumber", runningTotals.withoutSerialNumber),
                    JSONMember(name: "sums", value: .array(sums)),
                ])
    }

    private static func list(_ json: JSONValue) -> SiteList? {
        guard let kind = json["kind"]?.text.flatMap(SiteList.Kind.init), let items = json["items"]?.integer,
            let units = json["units"]?.integer, let withoutValue = json["withoutValue"]?.integer,
            let withoutSerialNumber = json["withoutSerialNumber"]?.integer,
            let sums = json["sums"]?.elements?.compactMap(sum)
        else { return nil }
        var list = SiteList(SiteList.Key(kind: kind, name: json["name"]?.text))
        list.runningTotals = RunningTotals(
            items: Int(items), units: units, withoutValue: Int(withoutValue),
            withoutSerialNumber: Int(withoutSerialNumber), sums: sums)
        return list
    }

    private static func sum(_ json: JSONValue) -> RunningTotals.Sum? {
        guard let parts = json.elements, parts.count == 3, let code = parts[0].text,
            let currency = try? Currency(code: code), let lines = parts[1].integer, let units = parts[2].integer
        else { return nil }
        return RunningTotals.Sum(currency: currency, lines: Int(lines), minorUnits: units)
    }
}
