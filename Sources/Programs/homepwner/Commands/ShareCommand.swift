import Inventory
import InventoryServer
import InventoryStore
import JSON
import Localization
import Message

extension Command {
    static let share = Command(
        name: "share",
        options: [.help],
        subcommands: [addShareLink, listShareLinks, revokeShareLink])

    private static let addShareLink = Command(
        name: "add",
        options: [SelectionOptions.filter, .shareUntil, .shareDocuments, .signInAt, .json, .store, .help],
        examples: [
            "share add --where tag:fire --until 2027-03-31 --with-documents"
        ],
        run: { invocation in
            let arguments = invocation.arguments
            guard let filter = arguments.text(SelectionOptions.filter) else {
                throw UsageError.needed(SelectionOptions.filter.spelling, why: localized("share.filterNeeded"))
            }
            let last = try arguments.read(.shareUntil) { text throws(ValueError) in try CalendarDate(text.utf8) }
            guard let last else {
                throw UsageError.needed(Option.shareUntil.spelling, why: localized("share.untilNeeded"))
            }
            let address = try invocation.addressOfPages()
            let store = try invocation.openStore()
            let snapshot = try store.snapshot()
            let selection = try invocation.selection(snapshot.settings)
            try invocation.check(selection, in: snapshot)
            guard let until = ShareToken.end(after: last, snapshot.settings) else {
                throw UsageError.badValue(
                    option: Option.shareUntil.spelling,
                    problem: localized(Message("request.expectedShareEnd", ["count": .count(ShareToken.longestDays)])))
            }
            let isEmpty = try !snapshot.items(matching: selection, fields: ItemFieldSet([]), lines: 0..<1).next()
            try invocation.note(selection, isEmpty: isEmpty, in: snapshot)
            let (link, token) = try ShareToken.make(
                for: filter, hasDocuments: arguments.has(.shareDocuments), until: until, in: store)
            let place = address.map { SignInCode.link(token, at: $0) }
            guard arguments.has(.json) else { return try invocation.console.say(place ?? token) }
            var json = JSONWriter(.pretty)
            json.object { json in
                json.add("id", .string(link.id))
                json.add("token", .string(token))
                if let place { json.add("link", .string(place)) }
                json.add("until", .string(until.description))
            }
            try invocation.console.write(json.text)
        })

    private static let listShareLinks = Command(
        name: "list",
        options: [.json, .store, .help],
        examples: ["share list"],
        run: { invocation in
            let store = try invocation.readStore()
            let links = try store.shareLinks()
            guard invocation.arguments.has(.json) else {
                let day = Invocation.days(in: try store.settings.timeZone)
                // The end is the first moment that the link no longer shows.
                let last = { (time: Timestamp) in day(Timestamp(clampedMilliseconds: time.milliseconds - 1)) }
                var table = TextTable(
                    [
                        .init("ID", least: 12), .init(localized("column.until"), least: 10),
                        .init(localized("column.documents")), .init(localized("column.visits"), isNumber: true),
                        .init(localized("column.firstVisit"), least: 10),
                        .init(localized("column.lastVisit"), least: 10), .init(localized("column.filter"), least: 20),
                    ], on: invocation.console)
                for link in links {
                    try table.add([
                        link.id, last(link.until).description, localized(link.hasDocuments ? "yes" : "no"),
                        String(link.visits?.count ?? 0), link.visits.map { day($0.first).description } ?? "–",
                        link.visits.map { day($0.last).description } ?? "–", link.filter.onOneLine,
                    ])
                }
                return try table.finish()
            }
            var json = JSONWriter(.pretty)
            json.open(.array)
            for link in links {
                json.object { json in
                    json.add("id", .string(link.id))
                    json.add("where", .string(link.filter))
                    json.add("documents", .bool(link.hasDocuments))
                    json.add("made", .string(link.made.description))
                    json.add("until", .string(link.until.description))
                    json.add("visits", .number(link.visits?.count ?? 0))
                    if let visits = link.visits {
                        json.add("firstVisit", .string(visits.first.description))
                        json.add("lastVisit", .string(visits.last.description))
                    }
                }
            }
            json.close(.array)
            try invocation.console.write(json.text)
        })

    private static let revokeShareLink = Command(
        name: "revoke",
        operands: [PositionalArgument("ID")],
        options: [.store, .help],
        examples: ["share revoke 3f2a9c01d4be"],
        run: { invocation in
            let id = invocation.arguments.operand("ID") ?? ""
            guard try invocation.openStore().removeShareLink(id) else {
                throw UsageError.badOperand("ID", problem: localized("share.missing", ["id": .text(id.onOneLine)]))
            }
        })
}

extension Option {
    fileprivate static let shareUntil = value("until", "DATE")
    fileprivate static let shareDocuments = flag("with-documents")
}
