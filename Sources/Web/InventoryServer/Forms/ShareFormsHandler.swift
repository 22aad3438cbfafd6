import HTTPServer
import Inventory
import InventoryStore
import Localization
import Message
import Synchronization
import Templating

/// The page that makes share links, and lists and ends them.
final class ShareFormsHandler: ResourceHandler {
    private let services: FormServices
    private let isSecure: Bool
    /// The tokens of the latest links, by their forms, so that a form that is sent twice makes one link.
    private let made = Mutex<[String: String]>([:])

    /// Days through which a link is good unless its maker chooses another day.
    private static let usualDays: Int32 = 30
    /// The maximum number of forms that are remembered.
    private static let mostForms = 100

    /// - Parameter isSecure: whether browsers reach the server only over TLS.
    init(services: FormServices, isSecure: Bool) {
        self.services = services
        self.isSecure = isSecure
    }

    func respond(to request: InventoryRequest) throws -> DeferredResponse {
        services.workers.reading(for: request.head) { [self] in
            guard request.method == .post else { return try page(request, request.head.query ?? FormFields()) }
            let (fields, key) = try services.submitted(request)
            if let id = fields["end"] {
                _ = try services.store.removeShareLink(id)
                return try page(request, FormFields())
            }
            do {
                return try page(request, fields, token: make(fields, key, for: request))
            } catch let error as RequestError where request.head.wantsPage {
                return try page(request, fields, problem: error)
            }
        }
    }

    /// Makes the link of a form.
    /// - Returns: its token.
    private func make(_ fields: FormFields, _ key: IdempotencyKey?, for request: InventoryRequest) throws -> String {
        let snapshot = try services.snapshot(for: request)
        let filter = fields["where"] ?? ""
        _ = try ItemListQuery.selection(filter, in: snapshot)
        let day = try? CalendarDate((fields["until"] ?? "").utf8)
        guard let until = day.flatMap({ ShareToken.end(after: $0, snapshot.settings) }) else {
            throw RequestError.field(
                "until", Message("request.expectedShareEnd", ["count": .count(ShareToken.longestDays)]))
        }
        let form = key.map { "\($0.rawValue) \(FormFingerprint.requestFingerprint([], fields))" }
        return try made.withLock { made in
            if let token = form.flatMap({ made[$0] }) { return token }
            let (_, token) = try ShareToken.make(
                for: filter, hasDocuments: fields["documents"] == "yes", hidden: request.caller.hidden, until: until,
                in: services.store)
            if made.count >= ShareFormsHandler.mostForms { made = [:] }
            if let form { made[form] = token }
            return token
        }
    }

    private func page(
        _ request: InventoryRequest, _ fields: FormFields, token: String? = nil, problem: RequestError? = nil
    ) throws -> Response {
        let snapshot = try services.snapshot(for: request)
        let zone = snapshot.settings.timeZone
        let words = services.forms.words(for: request.head, otherwise: snapshot.settings.locale)
        let today = ReaderDates.day(of: .now, timeZone: zone).daysSinceEpoch
        let filter = fields["where"] ?? ""
        var data = FormPages.hiddenFields(
            request.caller, returning: ReturnPath(fields["return"] ?? request.head.query?["return"]).text)
        data["problem"] = problem.map { .text(words.catalogue.text($0.explanation)) } ?? .null
        data["link"] = token.map { .text(link($0, request.head)) } ?? .null
        data["where"] = .text(filter)
        // A filter with a fault is told when the form is sent.
        data["count"] =
            try count(filter, in: snapshot).map {
                .text(words.catalogue.text("itemCount", [Count($0)]))
            } ?? .null
        data["until"] = .text(
            fields["until"] ?? CalendarDate(daysSinceEpoch: today + ShareFormsHandler.usualDays).description)
        data["first"] = .text(CalendarDate(daysSinceEpoch: today).description)
        data["last"] = .text(CalendarDate(daysSinceEpoch: today + Int32(ShareToken.longestDays)).description)
        data["hasDocuments"] = .bool(fields["documents"] == "yes")
        let dates = ReaderDates(language: words.tag, timeZone: zone)
        let links = try services.store.shareLinks()
        data["hasLinks"] = .bool(!links.isEmpty)
        data["links"] = .list(
            links.map { link in
                [
                    "id": .text(link.id), "filter": .text(link.filter.isEmpty ? words["any"] : link.filter),
                    "about": .text(about(link, words, dates)),
                ]
            })
        return try services.forms.page(
            .share, title: words["share"], words: words, status: problem?.type.status ?? 200, data: data)
    }

    /// The number of items that a filter matches; nil if it cannot be read.
    private func count(_ filter: String, in snapshot: StoreSnapshot) throws -> Int? {
        guard let selection = try? ItemListQuery.selection(filter, in: snapshot) else { return nil }
        var count = 0
        let cursor = try snapshot.items(matching: selection, fields: ItemFieldSet([]))
        while try cursor.next() { count += 1 }
        return count
    }

    /// The link under the name by which the browser reached this server.
    private func link(_ token: String, _ head: RequestHead) -> String {
        SignInCode.link(token, at: head.ownAddress(isSecure: isSecure))
    }

    /// The last day of a link, whether it shows documents, and its visits.
    private func about(_ link: ShareLink, _ words: FormLocalization, _ dates: ReaderDates) -> String {
        let last = Timestamp(clampedMilliseconds: link.until.milliseconds - 1)
        let visits = link.visits.map { visits in
            words.catalogue.text(
                "form.shareVisits", [words.catalogue.number(Int(visits.count)), dates.dayAndTime(of: visits.last)])
        }
        return [
            words.catalogue.text("form.shareThrough", [dates.day(of: last)]),
            link.hasDocuments ? words["field.documents"] : nil, visits ?? words["shareNoVisits"],
        ].compactMap(\.self).joined(separator: " · ")
    }
}
