import HTTPServer
import Inventory
import InventoryStore
import Localization
import Message
import Templating

/// The page where an owner decides who may sign in, and the one where a person sees and ends their own sessions.
struct PeopleFormsHandler: ResourceHandler {
    let services: FormServices
    let sessions: SessionStore
    let broadcaster: EventBroadcaster
    /// Whether browsers reach the server only over TLS.
    let isSecure: Bool

    func respond(to request: InventoryRequest) throws -> DeferredResponse {
        services.workers.reading(for: request.head) {
            guard request.method == .post else { return try page(request) }
            let (fields, _) = try services.submitted(request)
            do {
                return try page(request, link: submit(fields, request))
            } catch let error as RequestError where request.head.wantsPage {
                return try page(request, problem: error)
            }
        }
    }

    // MARK: Changes

    /// Makes the change of a form.
    /// - Returns: the sign-in link that it asked for.
    private func submit(_ fields: FormFields, _ request: InventoryRequest) throws -> (name: String, link: String)? {
        if let selector = fields["end"] {
            // One that is over needs no end.
            if request.route == .peoplePage, sessions.open.contains(where: { $0.selector == selector }) {
                try sessions.end(selector)
            } else if ownSessions(request).contains(where: { $0.selector == selector }) {
                try sessions.store(of: request.caller.session).end(selector)
            }
            endStreams()
            return nil
        }
        guard request.route == .peoplePage else { return nil }
        let (store, name) = (services.store, fields["name"] ?? "")
        let known = try store.people().first { $0.isNamed(name) }
        let act = fields["act"]
        if act == "add" {
            guard Person.isName(name) else {
                throw RequestError.field(
                    "name", Message("people.nameExpected", ["count": .count(Person.longestName)]))
            }
            if let known = try known ?? store.people().first(where: { $0.sharesAccount(name) }) {
                throw RequestError.field("name", Message("people.exists", ["name": .text(known.name)]))
            }
            try store.set(name, role: try role(fields), endsSessions: true)
            try update()
            return nil
        }
        // Somebody else may have removed the person meanwhile; the page then shows it.
        guard let person = known else { return nil }
        switch act {
        case "role": try store.set(person.name, role: try role(fields), endsSessions: false)
        case "sign-out": try store.endSessions(of: person)
        case "remove": try store.remove(person: person.name)
        case "sign-in":
            let code = try SignInCode.make(for: person.name, in: store)
            return (person.name, SignInCode.link(code, at: request.head.ownAddress(isSecure: isSecure)))
        default: throw RequestError.field("act", Message("request.expectedAction"))
        }
        try update()
        return nil
    }

    private func role(_ fields: FormFields) throws -> Role {
        guard let role = Role(rawValue: fields["role"] ?? "") else {
            let roles = Role.allCases.map(\.rawValue).joined(separator: ", ")
            throw RequestError.field("role", Message("people.roleExpected", ["roles": .text(roles)]))
        }
        return role
    }

    /// Lets a change of people be in effect at once.
    private func update() throws {
        guard sessions.refresh() else { throw HTTPError.busy }
        endStreams()
    }

    /// The sessions of the person who sends a request.
    private func ownSessions(_ request: InventoryRequest) -> [SessionStore.Open] {
        let session = request.caller.session
        return sessions.store(of: session).open.filter { $0.holder == session?.person?.name }
    }

    private func endStreams() { broadcaster.end { !sessions.isOpen($0) } }

    // MARK: The pages

    private func page(
        _ request: InventoryRequest, link: (name: String, link: String)? = nil, problem: RequestError? = nil
    ) throws -> Response {
        let settings = try services.store.settings
        let words = services.forms.words(for: request.head, otherwise: settings.locale)
        let dates = ReaderDates(language: words.tag, timeZone: settings.timeZone)
        let back = try request.method == .post ? request.formFields()["return"] : request.head.query?["return"]
        var data = FormPages.hiddenFields(request.caller, returning: ReturnPath(back).text)
        let own = request.caller.session
        func list(_ sessions: [SessionStore.Open]) -> TemplateValue {
            .list(
                sessions.map { session in
                    let kind = words[session.kind == .bearer ? "sessionProgram" : "sessionBrowser"]
                    let times = [session.used, session.begun].map(dates.dayAndTime)
                    return [
                        "id": .text(session.selector), "kind": .text(kind),
                        "about": .text(words.catalogue.text("form.sessionTimes", times)),
                        "isOwn": .bool(session.selector == own?.selector),
                    ]
                })
        }
        data["sessions"] = list(ownSessions(request))
        guard request.route == .peoplePage else {
            return try services.forms.page(.sessions, title: words["sessionsTitle"], words: words, data: data)
        }
        data["problem"] =
            problem.map { .text(words.catalogue.text($0.fields.first?.detail ?? $0.explanation)) } ?? .null
        data["link"] = link.map { .text($0.link) } ?? .null
        data["linkHint"] = link.map { .text(words.catalogue.text("form.personLink", [$0.name])) } ?? .null
        func roles(_ chosen: Role?) -> TemplateValue {
            .list(
                Role.allCases.map { role in
                    [
                        "value": .text(role.rawValue), "label": .text(words["role.\(role.rawValue)"]),
                        "isChosen": .bool(role == chosen),
                    ]
                })
        }
        data["roles"] = roles(.reader)
        let hidden = try services.store.hiddenFields()
        let people = try services.store.people()
        let open = sessions.open
        data["hasPeople"] = .bool(!people.isEmpty)
        data["people"] = .list(
            people.map { person in
                let role = person.role()
                let unseen = role.flatMap { hidden[$0] }?.names.map { words["hides.\($0)"] } ?? []
                let about =
                    [person.account.map { words.catalogue.text("form.personAccount", [$0]) }].compactMap(\.self)
                    + (unseen.isEmpty
                        ? [] : [words.catalogue.text("form.personHidden", [unseen.joined(separator: ", ")])])
                return [
                    "name": .text(person.name), "role": .text(role.map { words["role.\($0.rawValue)"] } ?? Grant.none),
                    "about": .list(about.map(TemplateValue.text)), "roles": roles(role),
                    "sessions": list(open.filter { $0.holder == person.name }),
                ]
            })
        return try services.forms.page(
            .people, title: words["peopleTitle"], words: words, status: problem?.type.status ?? 200, data: data)
    }
}
