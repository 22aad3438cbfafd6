import Files
import Inventory
import InventoryStore
import JSON
import Localization
import Message

/// `report cover`: whether the sum insured is enough, by the limits of a policy.
enum CoverCommand {
    private static let folder = "Templates/cover/"
    private static let presets = EmbeddedFiles.paths.filter { $0.hasPrefix(folder) }
        .map { String($0.dropFirst(folder.count).dropLast(".json".count)) }.sorted()

    private static let policy = Option.value("policy", "NAME", filling: presets.joined(separator: ", "))
    private static let sumInsured = Option.value("sum-insured", "AMOUNT")
    private static let area = Option.value("floor-area", "M2")

    static let command = Command(
        name: "cover",
        options: [policy, sumInsured, area, SelectionOptions.filter, .reportOutput, .store, .help],
        examples: [
            "report cover --policy us-ho3 --sum-insured 120000",
            "report cover --policy de-vhb --sum-insured 65000 --floor-area 100",
        ],
        run: { invocation in
            let arguments = invocation.arguments
            guard let name = arguments.text(policy) else {
                throw UsageError.needed(policy.spelling, why: localized("cover.policyNeeded"))
            }
            let conditions = try conditions(name)
            let insured = try arguments.read(sumInsured) { text throws(ValueError) in
                try Money(text, currency: conditions.currency)
            }
            guard let insured else {
                throw UsageError.needed(sumInsured.spelling, why: localized("cover.sumNeeded"))
            }
            guard insured.currency == conditions.currency, insured.minorUnits > 0 else {
                throw UsageError.badValue(
                    option: sumInsured.spelling,
                    problem: localized("cover.sumExpected", ["currency": .text(conditions.currency.code)]))
            }
            let metres = try arguments.number(area, in: 1...100_000)
            guard metres == nil || (conditions.hasAverage && conditions.sumPerSquareMetre != nil) else {
                throw UsageError.badValue(option: area.spelling, problem: localized("cover.areaUnused"))
            }
            let path = arguments.text(.reportOutput).flatMap { $0 == "-" ? nil : $0 }
            try OutputPathCheck.check(
                path, word: Option.reportOutput.spelling, inputs: [name], store: invocation.storePath())
            let snapshot = try invocation.readStore().snapshot()
            let items = try CoveredItems(
                snapshot, invocation.selection(snapshot.settings), in: conditions.currency)
            let cover = try CoverAssessment(items.lines, policy: conditions, sumInsured: insured, area: metres)
            guard let path else { return try print(cover, items, conditions.currency, on: invocation.console) }
            // Used by this thread alone.
            nonisolated(unsafe) let file = try AtomicFile(replacing: path)
            let page = Console(width: nil, showsProgress: false) { bytes, _ throws(FileError) in try file.write(bytes) }
            try print(cover, items, conditions.currency, on: page)
            try file.commit()
        })

    /// The conditions of a preset or of a file.
    private static func conditions(_ name: String) throws -> CoverPolicy {
        let preset = presets.contains(name) ? EmbeddedFiles.bytes(of: "\(folder)\(name).json").map(Array.init) : nil
        let bytes = try preset ?? readFile(name, upTo: 1 << 20)
        let file = Message.Argument.text(name.onOneLine)
        guard let json = try? JSONValue(parsing: bytes, maximumDepth: 8) else {
            throw CommandError.work(localized("cover.file", ["file": file]))
        }
        do {
            return try CoverPolicy(json)
        } catch {
            throw CommandError.work(localized("cover.member", ["file": file, "member": .text(error.name.onOneLine)]))
        }
    }

    private static func print(
        _ cover: CoverAssessment, _ items: CoveredItems, _ currency: Currency, on console: Console
    ) throws {
        let check = localized("cover.check") + "\n"
        // First the items that do not count: a verdict about some items says nothing about the household.
        guard !items.lines.isEmpty else {
            let unknown = localized("cover.unknown", ["currency": .text(currency.code)])
            return try console.write(([unknown] + items.notCounted(currency)).joined(separator: "\n") + "\n" + check)
        }
        let facts: [String: Message.Argument] = [
            "insured": .text(cover.sumInsured.description), "value": .text(cover.value.description),
            "missing": .text(cover.missing?.description ?? ""), "percent": .text(cover.paidPercentage.description),
            "paid": .text(cover.paid.description), "count": .text(Phrases.grouped(items.lines.count)),
            "all": .text(Phrases.grouped(items.all)),
        ]
        let verdict =
            ["sums", cover.missing == nil ? "enough" : "short"] + (cover.isReduced ? ["reduced"] : []) + ["paid"]
        let of = items.isComplete ? "all" : "counted"
        let lines =
            [localized("cover.counted", facts)] + items.notCounted(currency)
            + verdict.map { localized("cover.verdict.\(of).\($0)", facts) }
        try console.write(lines.joined(separator: "\n") + "\n")
        try printLimits(cover, on: console)
        try printItems(cover, on: console)
        try console.write(check)
    }

    private static func amounts(_ title: String) -> TextTable.Column { .init(title, isNumber: true, least: 14) }

    private static func printLimits(_ cover: CoverAssessment, on console: Console) throws {
        if cover.limits.isEmpty { return }
        var table = TextTable(
            [
                .init(localized("cover.limit"), least: 20), amounts(localized("cover.most")),
                amounts(localized("cover.value")), amounts(localized("cover.above")), amounts(localized("cover.pays")),
            ], on: console)
        for limit in cover.limits {
            try table.add([
                limit.name, limit.bound.description, limit.value.description, limit.above?.description ?? "–",
                limit.paid.description,
            ])
        }
        try table.finish()
    }

    private static func printItems(_ cover: CoverAssessment, on console: Console) throws {
        if cover.toSchedule.isEmpty { return }
        try console.write(localized("cover.schedule") + "\n")
        var table = TextTable(
            [
                .init(localized("cover.item"), least: 20), amounts(localized("cover.value")),
                .init(localized("cover.limit"), least: 20),
            ], on: console)
        for (line, limit) in cover.toSchedule {
            try table.add([line.name.onOneLine, line.value.description, limit ?? localized("cover.onePiece")])
        }
        try table.finish()
    }
}

/// The items that a sum insured covers, as far as they have a replacement cost in its currency.
struct CoveredItems {
    private(set) var lines: [CoverAssessment.Line] = []
    private(set) var withoutCost = 0
    private(set) var otherCurrency = 0

    var all: Int { lines.count + withoutCost + otherCurrency }
    /// Whether all items that the sum insured has to cover are counted.
    var isComplete: Bool { withoutCost + otherCurrency == 0 }

    /// The items that are not counted, by their reason, each with its remedy.
    func notCounted(_ currency: Currency) -> [String] {
        [("withoutCost", withoutCost), ("otherCurrency", otherCurrency)]
            .filter { $0.1 > 0 }.map { key, count in
                localized(
                    "cover.notCounted.\(key)",
                    ["items": .text(Phrases.count(count, "item")), "currency": .text(currency.code)])
            }
    }

    init(_ snapshot: StoreSnapshot, _ selection: Selection, in currency: Currency) throws {
        let cursor = try snapshot.items(
            matching: selection,
            fields: ItemFieldSet([.name, .category, .quantity, .replacementValue]))
        var number = 0
        while try cursor.next() {
            number += 1
            guard let each = cursor.money(.replacementValue) else {
                withoutCost += 1
                continue
            }
            guard each.currency == currency else {
                otherCurrency += 1
                continue
            }
            lines.append(
                try CoverAssessment.Line(
                    number: number, name: cursor.string(.name), category: cursor.string(.category), each: each,
                    quantity: cursor.quantity))
        }
    }
}

/// A file of conditions. docs/insurance.md describes it.
extension CoverPolicy {
    /// A member that is missing, unknown or not valid, such as `limits[0].share`.
    struct MemberError: Error {
        let name: String
    }

    /// An object of the file, whose members are all known.
    private struct Object {
        private let json: JSONValue
        private let path: String

        init(_ json: JSONValue, _ path: String = "", members: [String]) throws(MemberError) {
            (self.json, self.path) = (json, path.isEmpty ? "" : path + ".")
            guard let object = json.object else { throw MemberError(name: path.isEmpty ? "version" : path) }
            for member in object where !members.contains(member.name) { throw fault(member.name) }
        }

        func fault(_ name: String) -> MemberError { MemberError(name: path + name) }

        /// A member that may be left out.
        func value<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws(MemberError) -> Value? {
            guard let member = json[name] else { return nil }
            guard let value = read(member) else { throw fault(name) }
            return value
        }

        func required<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws(MemberError) -> Value {
            guard let value = try value(name, read) else { throw fault(name) }
            return value
        }
    }

    init(_ json: JSONValue) throws(MemberError) {
        let object = try Object(
            json,
            members: ["version", "currency", "average", "article-limit", "sum-per-square-metre", "limits"])
        _ = try object.required("version") { $0.integer == 1 ? 1 : nil }
        let currency = try object.required("currency") { $0.string.flatMap { try? Currency(code: $0) } }
        func money(_ json: JSONValue) -> Money? {
            json.string.flatMap { try? Money(amount: $0.utf8, currency: currency) }.flatMap {
                $0.minorUnits > 0 ? $0 : nil
            }
        }
        var limits: [Limit] = []
        for (place, entry) in try object.required("limits", \.array).enumerated() {
            let entry = try Object(
                entry, "limits[\(place)]", members: ["name", "categories", "limit", "share", "includes-others"])
            let amount = try entry.value("limit", money).map(Limit.Bound.amount)
            let share = try entry.value("share") { $0.string.flatMap { try? Percentage($0.utf8) } }
                .map(Limit.Bound.share)
            guard (amount == nil) != (share == nil), let bound = amount ?? share else { throw entry.fault("limit") }
            let categories = try entry.required("categories") { json in
                json.array.flatMap { list in
                    let texts = list.compactMap(\.string)
                    return texts.count == list.count ? texts : nil
                }
            }
            limits.append(
                Limit(
                    name: try entry.required("name", \.string), categories: Set(categories.map { $0.lowercased() }),
                    includesOthers: try entry.value("includes-others", \.bool) ?? false, bound: bound))
        }
        self.init(
            currency: currency, limits: limits, articleLimit: try object.value("article-limit", money),
            hasAverage: try object.value("average", \.bool) ?? false,
            sumPerSquareMetre: try object.value("sum-per-square-metre", money))
    }
}
