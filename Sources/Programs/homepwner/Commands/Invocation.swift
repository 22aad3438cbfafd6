import Inventory
import InventoryStore
import Localization
import Message
import Reports

/// One call of a command: arguments and environment.
struct Invocation: Sendable {
    /// The parsed arguments.
    var arguments: Arguments
    /// The console.
    let console: Console
    /// The environment variables that the program reads.
    let environment: [String: String]
    /// The time of the call.
    let now: Timestamp
    /// The words that call the command: `photo add`.
    var command = ""
    /// The words of the call after the program's name.
    var words: [String] = []
}

extension Invocation {
    /// The folder of the inventory: `--store`, else `HOMEPWNER_STORE`, else `inventory.homepwner`.
    /// - Throws: `badValue` for an empty name.
    func storePath() throws(UsageError) -> String {
        if let given = arguments.text(.store) {
            guard !given.isEmpty else {
                throw .badValue(option: "--store", problem: localized("call.folderNameExpected"))
            }
            guard given.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                throw .badValue(option: "--store", problem: localized("call.controlCharacterInName"))
            }
            return given
        }
        if let named = environment["HOMEPWNER_STORE"], !named.isEmpty { return named }
        return "inventory.homepwner"
    }

    /// The inventory, for a command that changes it.
    func openStore() throws -> InventoryStore { try InventoryStore.open(at: storePath(), for: .writing) }

    /// The inventory, for a command that only reads it. A store of an earlier version stays as it is.
    func readStore() throws -> InventoryStore { try InventoryStore.open(at: storePath(), for: .reading) }

    /// The timestamp of documents: `SOURCE_DATE_EPOCH`, else the time of the call.
    /// - Throws: if the variable is not a number of seconds since 1970.
    func documentTimestamp() throws(CommandError) -> Timestamp {
        guard let text = environment["SOURCE_DATE_EPOCH"], !text.isEmpty else { return now }
        guard let seconds = Int64(text), (0...253_402_300_799).contains(seconds) else {
            throw .work(localized("call.invalidSourceDateEpoch"))
        }
        return Timestamp(clampedMilliseconds: seconds * 1000)
    }

    /// Author of the call's changes, for the journal.
    var context: ChangeContext {
        ChangeContext(actor: environment["USER"].flatMap { $0.isEmpty ? nil : $0 } ?? "homepwner")
    }

    /// Prints a summary, unless the call is quiet. The changes stay even if the summary cannot be printed.
    /// - Parameter done: the work done, if the line is its result, which a quiet call prints too.
    /// - Throws: `outputLost`.
    func announce(_ line: String, done: String? = nil) throws(CommandError) {
        do {
            if done == nil { try console.summarize(line) } else { try console.say(line) }
        } catch {
            throw .outputLost(done ?? line, because: error)
        }
    }

    /// Runs what only reports a change that is made already.
    /// - Parameter done: the change.
    /// - Throws: `outputLost` whatever fails, so that the call is not repeated.
    func afterChange(_ done: @autoclosure () -> String, _ report: () throws -> Void) throws(CommandError) {
        do {
            try report()
        } catch {
            let failure = CommandError(error)
            if case .outputLost = failure { throw failure }
            throw .outputLost(done(), because: failure)
        }
    }

    /// The start of a day in the owner's time zone.
    static func startOfDay(in timeZone: String) -> (CalendarDate) -> Timestamp {
        // UTC needs no time zone data, which take time to load.
        guard timeZone != "UTC", let reader = try? ReportLocale(language: "en", timeZone: timeZone) else {
            return Timestamp.init(startOf:)
        }
        return reader.startOfDay
    }

    /// Returns the day on which an item was recorded, in the owner's time zone.
    static func days(in timeZone: String) -> (Timestamp) -> CalendarDate {
        guard timeZone != "UTC", let reader = try? ReportLocale(language: "en", timeZone: timeZone) else {
            return { $0.dayAndTime.day }
        }
        return reader.days()
    }

    /// The items that the call asks for.
    /// - Parameter unfiltered: the selection if the call names no filter.
    /// - Throws: `badValue` with the place of the fault.
    func selection(
        _ settings: InventorySettings, timeZone: String? = nil, unfiltered: Selection = .current
    ) throws(UsageError) -> Selection {
        let zone = timeZone ?? settings.timeZone
        let now = (try? documentTimestamp()) ?? now
        return try arguments.read(SelectionOptions.filter) { text throws(SelectionError) in
            try Selection(
                parsing: text, currency: settings.currency, today: Invocation.days(in: zone)(now),
                startOfDay: Invocation.startOfDay(in: zone))
        } ?? unfiltered
    }

    /// Checks that the inventory has the custom fields that a selection names.
    /// - Throws: `badValue` with the place of the first that no item has.
    func check(_ selection: Selection, in snapshot: StoreSnapshot) throws {
        guard let error = try snapshot.unknownField(in: selection) else { return }
        throw UsageError.badValue(option: SelectionOptions.filter.spelling, problem: CommandError.text(of: error))
    }

    /// Says on standard error which locations, categories and tags of a filter no item has, and that no item matches.
    func note(_ selection: Selection, isEmpty: Bool, in snapshot: StoreSnapshot) throws {
        guard arguments.has(SelectionOptions.filter) else { return }
        for unknown in try snapshot.unknownValues(in: selection) {
            let value: [String: Message.Argument] = [
                "field": .text(unknown.field.filterName), "value": .text(unknown.value.onOneLine),
            ]
            let meant = Phrases.didYouMean(unknown.suggestion.map { "\(unknown.field.filterName):\($0.onOneLine)" })
            console.complain(
                [localized("filter.unknownValue", value), meant].compactMap(\.self).joined(separator: "; "))
        }
        if isEmpty { console.complain(localized("filter.noItems")) }
    }

    /// Refuses a report that a filter leaves without items, unless the inventory has none or `--allow-empty` is given.
    func refuseEmptyReport(_ selection: Selection, of snapshot: StoreSnapshot) throws {
        try check(selection, in: snapshot)
        guard [SelectionOptions.filter, SelectionOptions.ids].contains(where: arguments.has) else { return }
        let isEmpty = try !snapshot.items(matching: selection, fields: ItemFieldSet([]), lines: 0..<1).next()
        try note(selection, isEmpty: false, in: snapshot)
        guard isEmpty, !arguments.has(SelectionOptions.allowEmpty), try snapshot.count > 0 else { return }
        throw CommandError.work(localized("report.nothingMatches"))
    }

    /// The order that the call asks for.
    /// - Throws: `badValue` for a column that items cannot be sorted by.
    func order(in snapshot: StoreSnapshot) throws -> ItemOrder {
        guard let text = arguments.text(SelectionOptions.sort) else { return .ownerDefined }
        do {
            return try ItemOrder(parsing: text) { try snapshot.customFieldNames() }
        } catch let error as ReportColumnError {
            throw UsageError.badValue(option: SelectionOptions.sort.spelling, problem: localized(error.message))
        }
    }

    /// The grouping that the call asks for.
    var grouping: ItemGrouping { arguments.choice(SelectionOptions.grouping) ?? .none }
}

extension Option {
    static let store = value("store", "DIR", heading: .everywhere)
    static let help = Option(name: "help", value: nil, letter: "h", heading: .everywhere)
    static let quiet = Option(name: "quiet", value: nil, letter: "q", heading: .everywhere)
    static let json = flag("json")
}
