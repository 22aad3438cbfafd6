import FoundationEssentials
import HTTPServer
import Inventory
import InventoryStore
import JSON
import Localization
import Message
import Reports
import Templating

/// Reports for programs and for the page, and the form for browsers without script.
struct ReportsHandler: ResourceHandler {
    let services: FormServices
    let jobs: ReportJobs

    func respond(to request: InventoryRequest) throws -> DeferredResponse {
        guard let session = request.caller.session else { throw RequestError(.notSignedIn) }
        guard let program = jobs.program else { throw RequestError(.noSuchPage) }
        let (workers, head) = (services.workers, request.head)
        switch (request.route, request.method) {
        case (.reports, _):
            return workers.reading(for: head) {
                let words = services.forms.words(ofProgram: head)
                return json(
                    try entries(program, words, for: session), columns: try program.columns(session.hidden))
            }
        case (.report(let name), .post):
            let order = try ReportOrder(name, request.body)
            return workers.reading(for: head) {
                let job = try job(order, session, of: program, services.forms.words(ofProgram: head))
                try jobs.begin(job, on: workers.reports)
                return json(job, status: 202, for: head).with("Location", address(of: job))
            }
        case (.report(let name), _):
            let order = try ReportOrder(name, query: head)
            return made(order, session, request) { try document(of: $0) }
        case (.reportJob(let id), .delete):
            jobs.remove(try jobs.job(id, of: session.selector))
            return .now(.empty(204))
        case (.reportJob(let id), _):
            let job = try jobs.job(id, of: session.selector)
            return workers.reading(for: head) { json(job, for: head) }
        case (.reportDocument(let id), _):
            let job = try jobs.job(id, of: session.selector)
            return workers.reading(for: head) { try document(of: job) }
        case (.reportPage, .post):
            let (fields, _) = try services.submitted(request)
            return try submit(fields, session, request)
        case (.reportPage, _):
            return workers.reading(for: head) { try page(request, FormFields()) }
        default: throw RequestError(.noSuchPage)
        }
    }

    /// The reports that a client may have made. A claim without values, purchases or receipts would state that there are none.
    private func entries(
        _ program: ReportProgram, _ words: FormLocalization, for session: Session
    ) throws -> [ReportEntry] {
        let all = try program.entries(words.catalogue, words.tag)
        return session.hidden.isEmpty ? all : all.filter { ReportKind.named($0.kind).product != .claim }
    }

    /// Checks that there is such a report in such a format, and makes a job of it.
    private func job(
        _ order: ReportOrder, _ session: Session, of program: ReportProgram, _ words: FormLocalization
    ) throws -> ReportJob {
        let entries = try entries(program, words, for: session)
        guard let entry = entries.first(where: { $0.name == order.name }) else { throw RequestError(.noSuchReport) }
        guard let format = entry.formats.first(where: { $0.rawValue == order.format }) else {
            let choices = entry.formats.map(\.rawValue).joined(separator: ", ")
            throw RequestError.field("format", Message("request.expectedOneOf", ["choices": .text(choices)]))
        }
        let zone = try services.store.settings.timeZone
        let day = ReaderDates.day(of: .now, timeZone: zone)
        return try ReportJob(session: session.selector, fileName: "\(order.name)-\(day).\(format.rawValue)") { folder in
            ReportCall(
                name: order.name, format: format, values: order.values, items: order.items, hidden: session.hidden,
                language: words.language, folder: folder)
        }
    }

    /// Responds when a report is made, unless the client has gone meanwhile.
    private func made(
        _ order: ReportOrder, _ session: Session, _ request: InventoryRequest,
        _ response: @escaping @Sendable (ReportJob) throws -> Response
    ) -> DeferredResponse {
        let (workers, errors, head) = (services.workers, services.edits.errors, request.head)
        return workers.deferred(on: workers.readers, for: head) { promise in
            do {
                guard let program = jobs.program else { throw RequestError(.noSuchPage) }
                let job = try job(order, session, of: program, services.forms.words(ofProgram: head))
                try jobs.run(job, on: workers.reports, while: { promise.isAwaited }) {
                    let response = errors.respond(to: head) { try response(job) }
                    promise.fulfill { response }
                }
            } catch {
                promise.fulfill { errors.response(error, to: head) }
            }
        }
    }

    /// The document as a file to save.
    private func document(of job: ReportJob) throws -> Response {
        switch job.current {
        case .running: throw RequestError(.noSuchReport, Message("request.reportUnfinished"))
        case .failed(let error): throw error
        case .done: break
        }
        let fields = [
            ("Content-Type", job.call.format.mediaType), ("Cache-Control", "no-store"),
            ("Content-Security-Policy", SecurityHeaders.closedPolicy + "; sandbox"),
            DocumentFilesHandler.disposition("attachment", job.fileName),
        ]
        guard let file = StaticFile.opened(job.call.document, tag: "\"\(job.id.text)\"", fields: fields) else {
            throw RequestError(.noSuchReport)
        }
        return Response(status: 200, body: .file(file))
    }

    // MARK: JSON

    private func address(of job: ReportJob) -> String { "/api/report-jobs/\(job.id.text)" }

    private func json(_ entries: [ReportEntry], columns: [String]) -> Response {
        Response.json { json in
            json.array("reports") { json in
                for entry in entries {
                    json.object { json in
                        json.add("name", entry.name)
                        json.add("title", entry.title)
                        json.add("kind", entry.kind)
                        json.add("saved", entry.isSaved)
                        json.array("formats") { json in
                            for format in entry.formats { json.add(.string(format.rawValue)) }
                        }
                    }
                }
            }
            json.array("columns") { json in
                for name in columns { json.add(.string(name)) }
            }
        }
    }

    private func json(_ job: ReportJob, status: Int = 200, for head: RequestHead) -> Response {
        Response.json(status: status) { json in
            json.add("id", job.id.text)
            json.add("address", address(of: job))
            let state = job.current
            json.add("state", state.name)
            if let (done, total) = job.progress {
                json.add("done", done)
                json.add("total", total)
            }
            switch state {
            case .running: break
            case .done(let bytes):
                json.add("document", address(of: job) + "/document")
                json.add("fileName", job.fileName)
                json.add("bytes", bytes)
                json.array("notes") { json in
                    for note in job.messages { json.add(.string(note)) }
                }
            case .failed(let error):
                error.write(as: "problem", to: &json, in: services.forms.words(ofProgram: head).catalogue)
            }
        }
    }

    // MARK: The form

    private func submit(
        _ fields: FormFields, _ session: Session, _ request: InventoryRequest
    ) throws -> DeferredResponse {
        let order = try ReportOrder(form: fields)
        return made(order, session, request) { job in
            guard case .failed(let error) = job.current, error.type == .inventory(.reportRefused),
                request.head.wantsPage
            else { return try document(of: job) }
            return try page(request, fields, problem: error)
        }
    }

    private func page(
        _ request: InventoryRequest, _ fields: FormFields, problem: RequestError? = nil
    ) throws -> Response {
        guard let program = jobs.program, let session = request.caller.session else { throw RequestError(.noSuchPage) }
        let words = services.forms.words(for: request.head, otherwise: try services.store.settings.locale)
        let back = ReturnPath(fields["return"] ?? request.head.query?["return"]).text
        // Labels have a place of their own, with codes that lead to this server.
        let entries = try entries(program, words, for: session).filter { $0.kind != ReportKind.labels.name }
        var data = FormPages.hiddenFields(request.caller, returning: back)
        data["problem"] = problem.map { .text(words.catalogue.text($0.explanation)) } ?? .null
        data["where"] = .text(fields["where"] ?? "")
        data["reports"] = .list(
            entries.map { entry in
                [
                    "value": .text(entry.name), "label": .text(entry.title),
                    "isChosen": .bool(entry.name == fields["report"]),
                ]
            })
        data["formats"] = .list(
            ReportFormat.forReaders(of: entries).map { format in
                [
                    "value": .text(format.rawValue), "label": .text(words["formatOf.\(format.rawValue)"]),
                    "isChosen": .bool(format.rawValue == fields["format"]),
                ]
            })
        return try services.forms.page(
            .report, title: words["report"], words: words, status: problem?.type.status ?? 200, data: data)
    }
}

extension ReportJob.State {
    fileprivate var name: String {
        switch self {
        case .running: "running"
        case .done: "done"
        case .failed: "failed"
        }
    }
}

extension ReportFormat {
    /// The type of its documents.
    fileprivate var mediaType: String {
        switch self {
        case .html: "text/html; charset=utf-8"
        case .pdf: "application/pdf"
        case .xml: "application/xml"
        case .csv: "text/csv; charset=utf-8"
        case .json: "application/json"
        case .xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        }
    }

    /// The formats that the form offers, as far as a report can be made in them.
    fileprivate static func forReaders(of entries: [ReportEntry]) -> [ReportFormat] {
        [.pdf, .xlsx, .html, .csv].filter { format in entries.contains { $0.formats.contains(format) } }
    }
}

/// A report as a request names it, whose options are known and of a bounded length.
struct ReportOrder: Sendable {
    let name: String
    let format: String
    let values: [(name: String, value: String)]
    /// The only items that it lists; nil for no such limit.
    let items: [UUID]?

    /// Reads the parameters of a request.
    init(_ name: String, query head: RequestHead) throws {
        let pairs = head.query?.pairs ?? []
        try self.init(name, pairs, items: nil) { RequestError.parameter($0, $1) }
    }

    /// Reads the body of a request: an object with a text for each option, and a list of ids.
    init(_ name: String, _ body: RequestBody) throws {
        let texts = ["format"] + ReportCall.options
        let members = try JSONBody(body, members: Set(texts + ["ids"]))
        let pairs = try texts.compactMap { option -> (name: String, value: String)? in
            guard let value = members[option] else { return nil }
            guard let text = value.string else { throw RequestError.field(option, Message("request.expectedText")) }
            return (option, text)
        }
        try self.init(name, pairs, items: members["ids"] == nil ? nil : try members.ids()) {
            RequestError.field($0, $1)
        }
    }

    /// Reads the fields of the form.
    init(form: FormFields) throws {
        let pairs = form.pairs.filter { $0.name == "format" || $0.name == "where" && !$0.value.isEmpty }
        try self.init(form["report"] ?? "", pairs, items: nil) { RequestError.field($0, $1) }
    }

    private init(
        _ name: String, _ pairs: [(name: String, value: String)], items: [UUID]?,
        fault: (String, Message) -> RequestError
    ) throws {
        for (name, value) in pairs {
            guard value.utf8.count <= ReportCall.longest else {
                throw fault(name, Message("request.tooManyBytes", ["count": .count(ReportCall.longest)]))
            }
            // The list of columns is no report.
            guard name != "columns" || value != "help" else {
                throw fault(name, Message("columns.unknown", ["name": "help"]))
            }
            // A NUL would end the argument of the program.
            guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                throw fault(name, Message("request.controlCharacter"))
            }
        }
        (self.name, self.items) = (name, items)
        format = pairs.last { $0.name == "format" }?.value ?? ReportFormat.html.rawValue
        values = pairs.filter { $0.name != "format" }
    }
}
