import Files
import FoundationEssentials
import HTTPServer
import Inventory
import InventoryStore
import Localization
import Reports
import Synchronization
import Templating

/// The inventories of a database server that somebody may see, with their totals, and a search in all of them: a page, and a
/// table for a spreadsheet.
struct OverviewHandler: ResourceHandler {
    /// Visits the inventories that are served and have a wanted name, by name; each is open for reading meanwhile.
    typealias Visit =
        @Sendable (
            _ isWanted: (_ name: String) -> Bool, _ body: (_ name: String, InventoryStore) throws -> Void
        ) throws -> Void

    let visit: Visit
    let people: ServerPeople
    let workers: Workers
    let forms: FormPages
    /// One thread: each answer reads many inventories.
    private let pool = WorkerPool(threads: 1, mostWaiting: 16)

    init(_ visit: @escaping Visit, people: ServerPeople, workers: Workers, forms: FormPages) {
        (self.visit, self.people, self.workers, self.forms) = (visit, people, workers, forms)
    }

    func respond(to request: InventoryRequest) throws -> DeferredResponse {
        workers.reading(for: request.head, on: pool) {
            let query = request.head.query?["q"].flatMap { $0.isEmpty ? nil : $0 }
            return request.route == .overviewTable ? try table(for: request.caller) : try page(request, query)
        }
    }

    func stop(by end: Double) -> Bool { pool.stop(by: end) }

    // MARK: Reading

    /// An inventory as somebody sees it.
    private struct Row {
        let name: String
        /// Nil if a sum leaves its range or an item is damaged.
        let totals: ValueTotals?
        /// Whether values are hidden.
        let hidesValues: Bool
        /// The items that match the search, as far as they are named, and the number of all; nil without a search.
        var found: (items: [(id: UUID, name: String)], count: Int)?
    }

    /// The most items of an inventory that a search names.
    private static let mostFound = 5

    private func rows(for caller: Caller, search: String? = nil) throws -> [Row] {
        guard let person = caller.session?.person else { throw HTTPError(.notSignedIn) }
        let hidden = people.sessions.admissions.hidden
        var rows: [Row] = []
        var refusal: RequestError?
        try visit({ person.role(in: $0) != nil }) { name, store in
            if workers.isStopping.load(ordering: .relaxed) { throw HTTPError(.stopping) }
            guard let role = person.role(in: name) else { return }
            do {
                let row = try row(of: store, named: name, for: person, role: role, hidden: hidden[role] ?? [], search)
                if let row, row.found?.count != 0 { rows.append(row) }
            } catch let error as RequestError {
                // Another inventory may have the custom field, or show the field.
                refusal = error
            } catch StoreError.hiddenField {
                return
            } catch StoreError.damaged {
                rows.append(Row(name: name, totals: nil, hidesValues: false))
            }
        }
        if rows.isEmpty, let refusal { throw refusal }
        return rows
    }

    /// An inventory as a person of the server sees it; nil if somebody of the same name is of the inventory itself, who comes
    /// first, as in its own pages.
    private func row(
        of store: InventoryStore, named name: String, for person: Person, role: Role, hidden: HiddenFields,
        _ search: String?
    ) throws -> Row? {
        guard try !store.people().contains(where: { $0.isNamed(person.name) }) else { return nil }
        let fields = hidden.union(try store.hiddenFields()[role] ?? [])
        let snapshot = try store.snapshot(without: fields)
        var row = Row(
            name: name, totals: try OverviewHandler.totals(of: snapshot), hidesValues: fields.contains(.values))
        if let search { row.found = try OverviewHandler.find(search, in: snapshot) }
        return row
    }

    private static func totals(of snapshot: StoreSnapshot) throws -> ValueTotals? {
        do { return try snapshot.summary().totals } catch let error as StoreError {
            switch error {
            case .totals, .damagedField: return nil
            default: throw error
            }
        }
    }

    /// The items that have all words of a search.
    private static func find(
        _ search: String, in snapshot: StoreSnapshot
    ) throws -> (items: [(UUID, String)], count: Int) {
        let selection = try ItemListQuery.selection(search, in: snapshot)
        let cursor = try snapshot.items(matching: selection, fields: ItemFieldSet([.name]))
        var (items, count): ([(UUID, String)], Int) = ([], 0)
        while try cursor.next() {
            count += 1
            guard items.count < mostFound else { continue }
            items.append((cursor.id, cursor.text(.name).map { String(decoding: $0, as: UTF8.self) } ?? ""))
        }
        return (items, count)
    }

    /// The sums of the inventories whose values are shown; nil if one leaves its range.
    private func sum(_ rows: [Row]) -> ValueTotals? {
        var sum = ValueTotals()
        for case let totals? in rows.filter({ !$0.hidesValues }).map(\.totals) {
            guard (try? sum.add(totals)) != nil else { return nil }
        }
        return sum
    }

    // MARK: Writing

    private func page(_ request: InventoryRequest, _ query: String?) throws -> Response {
        let words = forms.words(for: request.head)
        let locale = try? ReportLocale(language: words.tag, timeZone: "UTC")
        func text(_ amounts: [Money]) -> TemplateValue {
            .list(amounts.map { ["amount": .text(locale?.text(of: $0) ?? $0.description)] })
        }
        var data = FormPages.hiddenFields(request.caller, returning: "/")
        var rows: [Row] = []
        do {
            rows = try self.rows(for: request.caller, search: query)
            data["problem"] = .null
        } catch let error as RequestError where query != nil {
            data["problem"] = .text(words.catalogue.text(error.fields.first?.detail ?? error.explanation))
        }
        data["query"] = query.map(TemplateValue.text) ?? .null
        data["hasRows"] = .bool(!rows.isEmpty)
        let sums = query == nil ? sum(rows) : nil
        data["sums"] = text(sums?.amounts ?? [])
        data["hasSums"] = .bool(sums?.amounts.isEmpty == false)
        data["withoutValue"] = sums.map { .text("\(words["withoutValue"]): \($0.withoutValue)") } ?? .null
        data["isPartial"] = .bool(rows.contains { $0.hidesValues || $0.totals == nil })
        data["csv"] = .text(words["formatOf.csv"])
        let common = request.head.headers[.host] ?? ""
        let scheme = people.cookie.isSecure ? "https" : "http"
        data["rows"] = .list(
            rows.map { row in
                let address = "\(scheme)://\(row.name).\(common)/"
                let found = row.found?.items ?? []
                let more = (row.found?.count ?? 0) - found.count
                return [
                    "name": .text(row.name), "address": .text(address),
                    "count": .text((row.found?.count ?? row.totals?.items).map(String.init) ?? "–"),
                    "amounts": query == nil && !row.hidesValues ? text(row.totals?.amounts ?? []) : .list([]),
                    "found": .list(
                        found.map { item in
                            [
                                "name": .text(item.name.isEmpty ? words["unnamed"] : item.name),
                                "address": .text("\(address)item/\(item.id.text).html"),
                            ]
                        }),
                    "more": more > 0 ? .text(words.catalogue.text("form.overviewMore", [String(more)])) : .null,
                ]
            })
        return try forms.page(.overview, title: words["overviewTitle"], words: words, data: data)
    }

    /// A row for each inventory and currency. Names are those of hosts, so that no cell needs quotes or could be a formula.
    private func table(for caller: Caller) throws -> Response {
        var lines = ["inventory,items,withoutValue,currency,total"]
        for row in try rows(for: caller) {
            let counts = [row.totals?.items, row.hidesValues ? nil : row.totals?.withoutValue]
            let beginning = ([row.name] + counts.map { $0.map(String.init) ?? "" }).joined(separator: ",")
            let amounts = row.hidesValues ? [] : row.totals?.amounts ?? []
            lines += amounts.map { "\(beginning),\($0.currency.code),\($0.amountText)" }
            if amounts.isEmpty { lines.append(beginning + ",,") }
        }
        let text = lines.map { $0 + "\r\n" }.joined()
        return Response(
            status: 200,
            fields: [
                ("Content-Type", "text/csv; charset=utf-8"), ("Cache-Control", "no-store"),
                ("Content-Disposition", "attachment; filename=\"inventories.csv\""),
                ("Content-Security-Policy", SecurityHeaders.closedPolicy),
            ], body: .bytes(Array(text.utf8)))
    }
}
