import Files
package import FoundationEssentials
import Glibc
package import Inventory

/// The rights of a person in an inventory. Each role includes the rights of those before it.
package enum Role: String, CaseIterable, Comparable, Sendable {
    /// Reads all pages and makes reports.
    case reader
    /// Also adds items, and changes, removes and restores what they added.
    case recorder
    /// Also changes everything else.
    case editor
    /// Also decides who may sign in.
    case owner

    package static func < (left: Role, right: Role) -> Bool {
        allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
    }
}

/// A role in the inventories of a database server whose names match a pattern.
package struct Grant: Equatable, Sendable {
    /// A pattern as of a shell (fnmatch(3)): `main-street-*`.
    package let pattern: String
    /// Nil for no rights, as an exception from a wider pattern.
    package let role: Role?

    package init(_ role: Role?, in pattern: String = Grant.everywhere) {
        (self.pattern, self.role) = (pattern, role)
    }

    /// The pattern of all names, also that of the one role which a person of a single inventory has.
    package static let everywhere = "*"

    /// The number of letters by which the pattern names an inventory, or more than any if it is the name itself. Nil if it does
    /// not.
    fileprivate func closeness(to inventory: String) -> Int? {
        if pattern == inventory { return .max }
        return fnmatch(pattern, inventory, 0) == 0 ? pattern.utf8.count { $0 != UInt8(ascii: "*") } : nil
    }

    /// Whether an inventory's name matches the pattern.
    package func includes(_ inventory: String) -> Bool { closeness(to: inventory) != nil }

    /// The word for no rights.
    package static let none = "none"

    /// The grant as it is stored: a role, or one with its pattern before it.
    fileprivate var setting: String {
        let word = role?.rawValue ?? Grant.none
        return pattern == Grant.everywhere ? word : "\(PercentCoding.encode(pattern))=\(word)"
    }

    /// Reads a stored grant. A role that only a newer program knows gives no rights.
    fileprivate init(setting: Substring) {
        let parts = setting.split(separator: "=", maxSplits: 1)
        let pattern = parts.count > 1 ? PercentCoding.decode(parts[0].utf8) : nil
        self.init(
            Role(rawValue: String(parts.last ?? "")),
            in: pattern.map { String(decoding: $0, as: UTF8.self) } ?? Grant.everywhere)
    }
}

/// A person who may sign in to the pages of an inventory, or of several ones of a database server.
package struct Person: Equatable, Sendable {
    /// The name, which the journal shows as the author of their changes.
    package let name: String
    /// The roles, in the order in which they were given. A person of a single inventory has one.
    package fileprivate(set) var grants: [Grant]
    /// Sessions that began earlier are over.
    package let since: Timestamp
    /// The account with which they sign in at an identity provider: a mail address, or `sub:` with the subject of the
    /// provider's tokens. Nil if it is the name.
    package var account: String?

    /// The role in an inventory of this name, and of a person of a single inventory in that one. If several patterns match, the
    /// closest decides, and of equally close ones the lesser role. Nil for none.
    package func role(in inventory: String = "") -> Role? {
        let matching = grants.compactMap { grant in grant.closeness(to: inventory).map { (grant, closeness: $0) } }
        let closest = matching.map(\.closeness).max()
        let roles = matching.filter { $0.closeness == closest }.map(\.0.role)
        return roles.contains(nil) ? nil : roles.compactMap(\.self).min()
    }

    /// Whether it is the name, in upper or lower case: of two people no names differ in that alone.
    package func isNamed(_ text: String) -> Bool { Person.folded(name) == Person.folded(text) }

    /// A name without differences of case: σ and ς are one letter, as are ß and SS.
    static func folded(_ name: String) -> String { name.uppercased().lowercased() }

    /// Whether the user of a proxy is this person. Only letters of ASCII are the same in upper and lower case: others may be
    /// those of two users there.
    package func isUser(_ name: String) -> Bool { Account.areEqual(self.name, name) }

    /// Whether an account is this person's.
    package func has(_ account: Account) -> Bool {
        if let subject = self.account.flatMap(Account.subject) { return subject == account.subject }
        return account.mail.map { Account.areEqual($0, self.account ?? name) } ?? false
    }

    /// Whether two people would sign in with one account.
    package func sharesAccount(_ text: String) -> Bool { Account.areEqual(account ?? name, text) }

    /// The maximum number of bytes of a name in UTF-8.
    package static let longestName = 100

    /// Whether a text can be a name: not empty, without control characters and outer blanks, and not too long.
    package static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= longestName
            && !text.unicodeScalars.contains { $0.value < 32 || $0.value == 127 }
            && text.first?.isWhitespace == false && text.last?.isWhitespace == false
    }
}

/// An account of an identity provider, in which a person has signed in.
package struct Account: Equatable, Sendable {
    /// The provider's own name for it, which never changes.
    package let subject: String
    /// The mail address that the provider has verified; nil for none.
    package let mail: String?

    package init(subject: String, mail: String?) { (self.subject, self.mail) = (subject, mail) }

    private static let prefix = "sub:"

    /// The account as an owner writes it.
    package var text: String { mail ?? Account.prefix + subject }

    /// The subject that a text means; nil for a mail address.
    package static func subject(_ text: String) -> String? {
        text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
    }

    /// Whether a text can be an account: a mail address, or `sub:` with a subject (OpenID Connect Core 1.0, 2).
    package static func isAccount(_ text: String) -> Bool {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return false }
        if let subject = subject(text) { return (1...255).contains(subject.utf8.count) }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && text.utf8.count <= 254
    }

    /// Whether two accounts are the same: mail addresses in upper or lower case of ASCII alone. Other letters become one in
    /// lower case that are two at the provider, such as K and the Kelvin sign.
    fileprivate static func areEqual(_ one: String, _ other: String) -> Bool {
        func folded(_ text: String) -> [UInt8] {
            guard subject(text) == nil else { return Array(text.utf8) }
            return text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        }
        return folded(one) == folded(other)
    }
}

/// The people of an inventory or of a database server, and their one-time sign-in codes as digests with which nobody can sign
/// in. Both are rows of the settings, so that copies and backups of an inventory keep them; those of a server are of an
/// inventory that does not exist (``InventoryDirectory/people``).
package struct PeopleTable {
    private let settings: SettingsTable
    private static let person = "person."
    private static let code = "sign-in."
    private static let hidden = "hidden."

    /// The people in the inventory of a connection, or those of the server.
    package init(_ connection: StoreConnection) { settings = SettingsTable(connection: connection) }

    /// All people by name, in the order of their names.
    package func all() throws -> [Person] {
        try settings.values(after: PeopleTable.person).compactMap { name, value in
            let words = value.split(separator: " ", maxSplits: 2)
            guard words.count >= 2, let since = Int64(words[1]) else { return nil }
            return Person(
                name: name, grants: words[0].split(separator: ",").map(Grant.init(setting:)),
                since: Timestamp(clampedMilliseconds: since),
                account: words.count > 2 ? String(words[2]) : nil)
        }.sorted { $0.name < $1.name }
    }

    func set(_ person: Person) throws {
        let grants = person.grants.map(\.setting).joined(separator: ",")
        let words = [grants, String(person.since.milliseconds), person.account].compactMap(\.self)
        try settings.set(words.joined(separator: " "), for: PeopleTable.person + person.name)
    }

    func remove(_ name: String) throws { try settings.remove(PeopleTable.person + name) }

    /// The fields that are hidden from people, by their role. Nothing is hidden from an owner.
    package func hiddenFields() throws -> [Role: HiddenFields] {
        var found: [Role: HiddenFields] = [:]
        for (name, value) in try settings.values(after: PeopleTable.hidden) {
            guard let role = Role(rawValue: name), role < .owner else { continue }
            // A group that only a newer program knows: nothing may be shown by mistake.
            found[role] = HiddenFields(named: value.split(separator: " ").map(String.init)) ?? .all
        }
        return found
    }

    func hide(_ fields: HiddenFields, from role: Role) throws {
        let key = PeopleTable.hidden + role.rawValue
        guard !fields.isEmpty else { return try settings.remove(key) }
        try settings.set(fields.names.joined(separator: " "), for: key)
    }

    /// Adds a code.
    /// - Parameter person: the name of the person that it signs in; nil for the owner, who has none.
    package func add(code digest: String, for person: String?, until end: Timestamp) throws {
        let now = Timestamp.now
        for (digest, value) in try settings.values(after: PeopleTable.code)
        where PeopleTable.owner(ofCode: value, at: now) == nil {
            try settings.remove(PeopleTable.code + digest)
        }
        try settings.set("\(end.milliseconds) \(person ?? "")", for: PeopleTable.code + digest)
    }

    /// The holder of a sign-in code or of the token of a share link; nil if it is wrong or too old.
    func holder(ofToken digest: String) throws -> TokenHolder? {
        let code = try settings.value(PeopleTable.code + digest)
        if let owner = code.flatMap({ PeopleTable.owner(ofCode: $0, at: .now) }) {
            return owner.isEmpty ? .owner : .person(owner)
        }
        return try ShareLinkTable(settings.connection).link(ofToken: digest).map { .visitor($0.id) }
    }

    /// Uses a code up, or counts the visit of a share link. Of two callers at the same time one gets the code.
    /// - Parameter isUsable: whether the token of somebody may be used here; if not, it stays as it is.
    /// - Returns: as ``holder(ofToken:)``.
    package func take(
        token digest: String, where isUsable: (TokenHolder) -> Bool = { _ in true }
    ) throws -> TokenHolder? {
        guard let holder = try holder(ofToken: digest), isUsable(holder) else { return nil }
        if case .visitor = holder {
            return try ShareLinkTable(settings.connection).visit(digest).map { .visitor($0.id) }
        }
        let count = try settings.connection.run(
            "DELETE FROM settings WHERE inventory = ?1 AND name = ?2", .text(PeopleTable.code + digest))
        return count > 0 ? holder : nil
    }

    /// Makes all codes invalid.
    /// - Parameter person: the person whose codes these are; nil for those of all.
    package func removeCodes(of person: String? = nil) throws {
        for (digest, value) in try settings.values(after: PeopleTable.code)
        where person == nil || PeopleTable.owner(ofCode: value, at: .now) == person {
            try settings.remove(PeopleTable.code + digest)
        }
    }

    private static func owner(ofCode value: String, at now: Timestamp) -> String? {
        let parts = value.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let end = Int64(parts[0]), now.milliseconds < end else { return nil }
        return String(parts[1])
    }
}

/// Has people who may sign in: an inventory, or a database server for its inventories.
package protocol PeopleHolder {
    /// Reads people in one state.
    func readPeople<Result>(_ body: (PeopleTable) throws -> Result) throws -> Result
    /// Changes people in one transaction.
    func changePeople(_ body: (PeopleTable) throws -> Void) throws
}

extension PeopleHolder {
    /// The people who may sign in, in the order of their names.
    package func people() throws -> [Person] { try readPeople { try $0.all() } }

    /// Adds a person, or gives one another role.
    /// - Parameters:
    ///   - role: nil for none.
    ///   - pattern: the inventories of a server in which they have the role. Roles of other patterns stay.
    ///   - account: the account with which they sign in; nil for the one that they have, empty for none but the name.
    ///   - endsSessions: whether their sessions and codes end, as those of a new person with a former name do.
    package func set(
        _ name: String, role: Role?, in pattern: String = Grant.everywhere, account: String? = nil, endsSessions: Bool
    ) throws {
        try changePeople { table in
            let former = try table.all().first { $0.name == name }
            if endsSessions { try table.removeCodes(of: name) }
            let kept = account ?? former?.account ?? ""
            let others = former?.grants.filter { $0.pattern != pattern } ?? []
            try table.set(
                Person(
                    name: name, grants: others + [Grant(role, in: pattern)],
                    since: endsSessions ? .now : former?.since ?? .now, account: kept.isEmpty ? nil : kept))
        }
    }

    /// Ends the sessions and codes of a person.
    package func endSessions(of person: Person) throws {
        try changePeople { table in
            try table.removeCodes(of: person.name)
            try table.set(Person(name: person.name, grants: person.grants, since: .now, account: person.account))
        }
    }

    /// The fields that are hidden from people, by their role.
    package func hiddenFields() throws -> [Role: HiddenFields] { try readPeople { try $0.hiddenFields() } }

    /// Hides groups of fields from the people of a role, and shows them all others.
    /// - Parameter role: any but that of owners.
    package func hide(_ fields: HiddenFields, from role: Role) throws {
        try changePeople { try $0.hide(fields, from: role) }
    }

    /// Removes a person, whose sessions and codes end. Their name stays in the journal.
    package func remove(person name: String) throws {
        try changePeople { table in
            try table.removeCodes(of: name)
            try table.remove(name)
        }
    }

    /// Adds a one-time sign-in code.
    package func add(code digest: String, for person: String?, until end: Timestamp) throws {
        try changePeople { try $0.add(code: digest, for: person, until: end) }
    }
}

extension InventoryStore: PeopleHolder {
    package func readPeople<Result>(_ body: (PeopleTable) throws -> Result) throws -> Result {
        try snapshot().people(body)
    }

    package func changePeople(_ body: (PeopleTable) throws -> Void) throws {
        try write { writer in try body(PeopleTable(writer.tables.connection)) }
    }

    /// The people and share links that the pages admit.
    package func admissions() throws -> Admissions { try snapshot().admissions() }

    /// Uses a one-time sign-in code up, or counts the visit of a share link; see ``PeopleTable/take(token:where:)``.
    package func take(
        token digest: String, where isUsable: (TokenHolder) -> Bool = { _ in true }
    ) throws -> TokenHolder? {
        // A wrong token must cost strangers no transaction that writes.
        guard try readPeople({ try $0.holder(ofToken: digest) }) != nil else { return nil }
        return try write { writer in try PeopleTable(writer.tables.connection).take(token: digest, where: isUsable) }
    }
}

extension StoreSnapshot {
    fileprivate func people<Result>(_ body: (PeopleTable) throws -> Result) throws -> Result {
        try body(PeopleTable(tables.connection))
    }

    fileprivate func admissions() throws -> Admissions { try Admissions(tables.connection) }
}

extension StoreWriter {
    /// Refuses a change that the role of its author does not include.
    /// - Throws: `notAllowed`.
    func checkRole(_ request: Request) throws {
        let context = request.context
        // A list may name any field.
        if request.kind == .import, !context.hidden.isEmpty { throw StoreError.notAllowed }
        guard context.role < .editor else { return }
        guard context.role == .recorder else { throw StoreError.notAllowed }
        switch request.kind {
        // The change that is undone is known later; see checkUndo.
        case .add, .undo: return
        case .edit, .remove:
            guard let item = request.item else { throw StoreError.notAllowed }
            // An unknown item is reported by the change itself.
            guard try tables.items.locate(item) != nil else { return }
            try tables.checkChange(of: item, context)
        case .move, .settings, .import, .forget: throw StoreError.notAllowed
        }
    }
}

extension StoreTables {
    /// Refuses a change of an item that somebody else added, if the author's role does not include it.
    /// - Throws: `notAllowed`.
    fileprivate func checkChange(of item: UUID, _ context: ChangeContext) throws {
        guard try context.role >= .editor || journal.isAdded(item, by: context.actor) else {
            throw StoreError.notAllowed
        }
    }

    /// Refuses to undo a change of somebody else, if the author's role does not include it, and one of fields that the
    /// author does not see.
    /// - Throws: `notAllowed`, `hiddenField`.
    func checkUndo(of record: JournalRecord, _ context: ChangeContext) throws {
        guard context.role >= .editor || record.actor == context.actor else { throw StoreError.notAllowed }
        guard !context.hidden.isEmpty else { return }
        // An import may have set any field.
        guard record.kind != .import else { throw StoreError.notAllowed }
        if let edit = record.edit.fields { try context.checkVisible(edit) }
        var last: Int64?
        while true {
            let parts = try journal.parts(of: record.revision, before: last, limit: 256)
            guard let first = parts.last else { return }
            last = first.number
            for case let edit? in parts.map(\.part.edit.fields) { try context.checkVisible(edit) }
        }
    }
}

extension ChangeContext {
    /// Refuses an edit of fields that the author does not see.
    /// - Throws: `hiddenField`.
    func checkVisible(_ edit: ItemEdit) throws {
        if let field = edit.fields.first(where: hidden.hides) { throw StoreError.hiddenField(field) }
    }
}

extension StoreSnapshot {
    /// Refuses a change of an item that somebody else added, if the author's role does not include it.
    /// - Throws: `notAllowed`.
    package func checkChange(of item: UUID, _ context: ChangeContext) throws {
        try tables.checkChange(of: item, context)
    }

    /// Whether a change is in effect and its content known, and the author of another may undo it.
    package func canUndo(_ revision: Revision, _ context: ChangeContext) throws -> Bool {
        guard let record = try tables.journal.record(revision), record.undoneBy == nil,
            record.edit.forgottenBy == nil, record.kind != .forget
        else { return false }
        do {
            try tables.checkUndo(of: record, context)
            return true
        } catch StoreError.notAllowed {
            return false
        } catch StoreError.hiddenField {
            return false
        }
    }

    /// The items that a person added themselves, not by an import. A recorder may change these.
    package func items(addedBy actor: String) throws -> [UUID] {
        try tables.connection.all(
            """
            SELECT id FROM items WHERE inventory = ?1 AND EXISTS (SELECT revision FROM journal \
            WHERE journal.inventory = ?1 AND journal.item = items.id AND kind = 'add' AND actor = ?2)
            """, .text(actor)
        ) { $0.identifier(0) }
    }
}

extension JournalTable {
    /// Whether an item was added by a person, and not by an import.
    fileprivate func isAdded(_ item: UUID, by actor: String) throws -> Bool {
        try connection.number(
            "SELECT revision FROM journal WHERE inventory = ?1 AND item = ?2 AND kind = 'add' AND actor = ?3 LIMIT 1",
            .id(item), .text(actor)) != nil
    }
}
