import Inventory
import InventoryServer
import InventoryStore
import JSON
import Localization
import Message

extension Command {
    static let people = Command(
        name: "people",
        options: [.help],
        subcommands: [listPeople, addPerson, changeRole, hideFields, removePerson, signInPerson, signOutPerson])

    private static let listPeople = Command(
        name: "list",
        options: [.json, .store, .help],
        examples: ["people list"],
        run: { invocation in
            let (store, isServer) = try invocation.people(for: .reading)
            let (people, hidden) = (try store.people(), try store.hiddenFields())
            func hiddenFields(_ grants: [Grant]) -> [String] {
                let groups = grants.compactMap(\.role).compactMap { hidden[$0] }
                return groups.reduce([] as HiddenFields) { $0.union($1) }.names
            }
            guard invocation.arguments.has(.json) else {
                var table = TextTable(
                    [
                        .init(localized("column.name"), least: 20), .init(localized("column.role"), least: 8),
                        .init(localized("column.hidden")), .init(localized("column.account")),
                    ], on: invocation.console)
                for person in people {
                    let roles = person.grants.map { grant in
                        (grant.pattern == Grant.everywhere ? "" : grant.pattern.onOneLine + ": ") + grant.word
                    }
                    try table.add([
                        person.name, roles.joined(separator: ", "),
                        hiddenFields(person.grants).joined(separator: ", "), person.account ?? "",
                    ])
                }
                return try table.finish()
            }
            var json = JSONWriter(.pretty)
            json.open(.array)
            for person in people {
                json.object { json in
                    json.add("name", .string(person.name))
                    if isServer {
                        json.array("roles") { json in
                            for grant in person.grants {
                                json.object { json in
                                    json.add("inventories", .string(grant.pattern))
                                    json.add("role", .string(grant.word))
                                }
                            }
                        }
                    } else if let grant = person.grants.first {
                        json.add("role", .string(grant.word))
                    }
                    json.add("since", .string(person.since.description))
                    json.array("hidden") { json in
                        for name in hiddenFields(person.grants) { json.add(.string(name)) }
                    }
                    if let account = person.account { json.add("account", .string(account)) }
                }
            }
            json.close(.array)
            try invocation.console.write(json.text)
        })

    private static let addPerson = Command(
        name: "add",
        operands: [PositionalArgument("NAME")],
        options: [.role, .grantedInventories, .signInAs, .store, .help],
        examples: [
            "people add \"Ana Silva\" --role recorder",
            "people add \"Ana Silva\" --role recorder --inventories 'main-street-*'",
            "people add \"Ana Silva\" --role recorder --sign-in-as ana@example.org",
        ],
        run: { invocation in
            let name = invocation.arguments.operand("NAME") ?? ""
            guard Person.isName(name) else {
                throw UsageError.badOperand(
                    "NAME", problem: localized("people.nameExpected", ["count": .count(Person.longestName)]))
            }
            let role = try invocation.arguments.text(.role).map { text throws(UsageError) in
                guard let role = Role(rawValue: text) else {
                    throw .badValue(option: Option.role.spelling, problem: Command.roleExpected)
                }
                return role
            }
            let (store, isServer) = try invocation.people(for: .writing)
            let pattern = try invocation.grantedInventories(isServer: isServer)
            if let known = try store.people().first(where: { $0.isNamed(name) }) {
                throw UsageError.badOperand("NAME", problem: localized("people.exists", ["name": .text(known.name)]))
            }
            let account = try invocation.account(for: name, isNew: true, in: store)
            try store.set(name, role: role ?? .reader, in: pattern, account: account, endsSessions: true)
            try invocation.announce(localized("people.added", ["name": .text(name)]))
        })

    private static let changeRole = Command(
        name: "role",
        operands: [PositionalArgument("NAME"), PositionalArgument("ROLE")],
        options: [.grantedInventories, .signInAs, .store, .help],
        examples: [
            "people role \"Ana Silva\" editor", "people role \"Ana Silva\" none --inventories main-street-7",
        ],
        run: { invocation in
            let (store, person, isServer) = try invocation.person()
            let word = invocation.arguments.operand("ROLE") ?? ""
            let role = Role(rawValue: word)
            guard role != nil || isServer && word == Grant.none else {
                throw UsageError.badOperand("ROLE", problem: roleExpected)
            }
            let pattern = try invocation.grantedInventories(isServer: isServer)
            let account = try invocation.account(for: person.name, in: store)
            // Whoever used the former account may be somebody else.
            try store.set(person.name, role: role, in: pattern, account: account, endsSessions: account != nil)
        })

    private static let hideFields = Command(
        name: "hide",
        operands: [PositionalArgument("ROLE"), PositionalArgument("FIELDS")],
        options: [.store, .help],
        examples: ["people hide reader values,documents", "people hide reader nothing"],
        run: { invocation in
            guard let role = invocation.arguments.operand("ROLE").flatMap(Role.init(rawValue:)), role < .owner else {
                throw UsageError.badOperand("ROLE", problem: localized("people.hideFromOwner"))
            }
            let names = (invocation.arguments.operand("FIELDS") ?? "").split(separator: ",").map {
                String($0.trimmingSpaces())
            }
            guard let fields = names == ["nothing"] ? [] : HiddenFields(named: names), !names.isEmpty else {
                let known = HiddenFields.allNames.joined(separator: ", ")
                throw UsageError.badOperand(
                    "FIELDS", problem: localized("people.fieldsExpected", ["fields": .text(known)]))
            }
            try invocation.people(for: .writing).holder.hide(fields, from: role)
        })

    private static let removePerson = Command(
        name: "remove",
        operands: [PositionalArgument("NAME")],
        options: [.store, .help],
        examples: ["people remove \"Ana Silva\""],
        run: { invocation in
            let (store, person, _) = try invocation.person()
            try store.remove(person: person.name)
        })

    private static let signInPerson = Command(
        name: "sign-in",
        operands: [PositionalArgument("NAME")],
        options: [.signInAt, .json, .store, .help],
        examples: ["people sign-in \"Ana Silva\" --at https://home.example"],
        run: { invocation in
            let address = try invocation.addressOfPages()
            let (store, person, _) = try invocation.person()
            try invocation.show(
                code: try SignInCode.make(for: person.name, in: store), at: address,
                minutes: SignInCode.minutesOfPeople)
        })

    private static let signOutPerson = Command(
        name: "sign-out",
        operands: [PositionalArgument("NAME")],
        options: [.store, .help],
        examples: ["people sign-out \"Ana Silva\""],
        run: { invocation in
            let (store, person, _) = try invocation.person()
            try store.endSessions(of: person)
        })

    private static var roleExpected: String {
        localized(
            "people.roleExpected", ["roles": .text(Role.allCases.map(\.rawValue).joined(separator: ", "))])
    }
}

extension Option {
    fileprivate static let role = value("role", "ROLE")
    fileprivate static let signInAs = value("sign-in-as", "ACCOUNT")
    fileprivate static let grantedInventories = value("inventories", "PATTERN")
}

extension Grant {
    /// The role as it is written on the command line.
    fileprivate var word: String { role?.rawValue ?? Grant.none }
}

extension Invocation {
    /// The address of the pages that the call names; nil if it names none.
    /// - Throws: `badValue`.
    func addressOfPages() throws(UsageError) -> String? {
        try arguments.text(.signInAt).map { text throws(UsageError) in
            guard Command.isOrigin(text) else {
                throw .badValue(option: Option.signInAt.spelling, problem: localized("inventories.originExpected"))
            }
            return text
        }
    }

    /// The holder of the people: the inventory, or the server if the address names no inventory.
    fileprivate func people(
        for purpose: InventoryStore.OpeningPurpose
    ) throws -> (holder: any PeopleHolder, isServer: Bool) {
        if let address = StoreAddress(try storePath()), address.inventory == nil {
            return (try InventoryDirectory(at: address), true)
        }
        return (try InventoryStore.open(at: storePath(), for: purpose), false)
    }

    /// The pattern of the inventories in which a person of a server gets a role; a person of an inventory has it in that one.
    /// - Throws: `needed`, `badValue`; for a server `noInventory` is said if no name matches yet.
    fileprivate func grantedInventories(isServer: Bool) throws -> String {
        guard let pattern = arguments.text(.grantedInventories) else {
            guard isServer else { return Grant.everywhere }
            throw UsageError.needed(Option.grantedInventories.spelling, why: localized("people.inventoriesNeeded"))
        }
        guard isServer else {
            throw UsageError.badValue(
                option: Option.grantedInventories.spelling, problem: localized("people.oneInventory"))
        }
        guard Person.isName(pattern) else {
            throw UsageError.badValue(
                option: Option.grantedInventories.spelling,
                problem: localized("people.nameExpected", ["count": .count(Person.longestName)]))
        }
        var isKnown = false
        try InventoryDirectory(at: serverAddress()).forEach { entry in
            isKnown = isKnown || Grant(.reader, in: pattern).includes(entry.name)
        }
        if !isKnown {
            console.complain(localized("people.noInventory", ["pattern": .text(pattern)]))
        }
        return pattern
    }

    /// The person whom the operand names, and their holder.
    /// - Throws: `badOperand` if there is none of that name.
    fileprivate func person() throws -> (store: any PeopleHolder, person: Person, isServer: Bool) {
        let name = arguments.operand("NAME") ?? ""
        let (store, isServer) = try people(for: .writing)
        guard let person = try store.people().first(where: { $0.name == name }) else {
            throw UsageError.badOperand("NAME", problem: localized("people.missing", ["name": .text(name.onOneLine)]))
        }
        return (store, person, isServer)
    }

    /// The account with which a person signs in; empty for none but the name, nil for the one that they have.
    /// - Throws: `badValue` if it is none, or somebody else's.
    fileprivate func account(for name: String, isNew: Bool = false, in store: any PeopleHolder) throws -> String? {
        func refused(_ problem: String) -> UsageError { .badValue(option: Option.signInAs.spelling, problem: problem) }
        guard let account = arguments.text(.signInAs) ?? (isNew ? "" : nil) else { return nil }
        guard account.isEmpty || Account.isAccount(account) else { throw refused(localized("people.accountExpected")) }
        let used = account.isEmpty ? name : account
        if let other = try store.people().first(where: { $0.name != name && $0.sharesAccount(used) }) {
            throw refused(localized("people.accountTaken", ["name": .text(other.name)]))
        }
        return account
    }

    /// Prints a sign-in code, or the link with it if the address of the pages is known.
    func show(code token: String, at address: String?, minutes: Int) throws {
        let link = address.map { SignInCode.link(token, at: $0) }
        guard arguments.has(.json) else { return try console.say(link ?? token) }
        var json = JSONWriter(.pretty)
        json.object { json in
            json.add("token", .string(token))
            if let link { json.add("link", .string(link)) }
            json.add("minutes", .number(Int64(minutes)))
        }
        try console.write(json.text)
    }
}
