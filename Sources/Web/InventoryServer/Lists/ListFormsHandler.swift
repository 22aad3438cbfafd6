import Files
import FoundationEssentials
import HTTPServer
import Inventory
import InventoryFormats
import InventoryStore
import Localization
import Message
import Synchronization
import Templating

/// The forms that take a list, show how it is read, correct that and import it.
struct ListFormsHandler: ResourceHandler {
    let services: FormServices
    let lists: SpooledLists
    let watcher: ChangeWatcher

    func respond(to request: InventoryRequest) throws -> DeferredResponse {
        guard let session = request.caller.session?.selector else { throw RequestError(.notSignedIn) }
        switch (request.route, request.method) {
        case (.importPage, .post): return try receive(request, session)
        case (.importPage, _):
            return .now(try filePage(request, back: ReturnPath(request.head.query?["return"]).text))
        case (.importList(let id), .post): return try submit(id, request: request, session: session)
        case (.importList(let id), _):
            let back = ReturnPath(request.head.query?["return"]).text
            return later(request) { promise in
                let list = try lists.list(id, of: session)
                let response = try page(of: list, request, back: back)
                promise.fulfill { response }
            }
        default: throw RequestError(.noSuchPage)
        }
    }

    /// Works on a list. One after the other, because each may take seconds and its share of memory.
    private func later(
        _ request: InventoryRequest, _ work: @escaping @Sendable (ResponsePromise) throws -> Void
    ) -> DeferredResponse {
        let (workers, errors) = (services.workers, services.edits.errors)
        return workers.deferred(on: workers.lists, for: request.head) { promise in
            do {
                // Work that has not begun when the server stops is not begun: it could take longer than a stop may.
                if workers.isStopping.load(ordering: .relaxed) { throw RequestError(.stopping) }
                try work(promise)
            } catch {
                promise.fulfill { errors.response(error, to: request.head) }
            }
        }
    }

    private func settings() throws -> InventorySettings {
        try services.store.settings
    }

    private func words(for request: InventoryRequest) throws -> FormLocalization {
        services.forms.words(for: request.head, otherwise: try settings().locale)
    }

    // MARK: Sending a list

    private func receive(_ request: InventoryRequest, _ session: String) throws -> DeferredResponse {
        guard case .upload(let upload) = request.body else { throw RequestError(.wrongContentType) }
        try request.checkCSRF(upload.fields)
        let back = ReturnPath(upload.fields["return"]).text
        guard upload.files.count == 1, let list = SpooledList(upload, session: session) else {
            return .now(try refused(RequestError(.malformedForm, Message("request.noList")), request, back: back))
        }
        return later(request) { promise in
            let (words, usual) = (try words(for: request), try currency())
            do throws(InventoryFileError) {
                _ = try OpenedList(list, name: name(of: list, words), for: services.store, usual: usual).reading(
                    list.corrections)
            } catch {
                let response = try refused(RequestError(.listRefused, error.messageOnPage), request, back: back)
                return promise.fulfill { response }
            }
            try lists.add(list)
            let address = address(of: list, back: back)
            promise.fulfill { Response.redirect(to: address) }
        }
    }

    /// The form for a file, with the reason for which the last one was refused.
    private func refused(_ error: RequestError, _ request: InventoryRequest, back: String) throws -> Response {
        guard request.head.wantsPage else { throw error }
        let words = try words(for: request)
        return try filePage(
            request, back: back, problem: words.catalogue.text(error.explanation),
            status: error.type.status)
    }

    private func filePage(
        _ request: InventoryRequest, back: String, problem: String? = nil, notice: String? = nil, status: Int = 200
    ) throws -> Response {
        let words = try words(for: request)
        var data = FormPages.hiddenFields(request.caller, returning: back)
        data["problem"] = problem.map(TemplateValue.text) ?? .null
        data["notice"] = notice.map(TemplateValue.text) ?? .null
        return try services.forms.page(
            .importFile, title: words["importTitle"], words: words, status: status, data: data)
    }

    private func name(of list: SpooledList, _ words: FormLocalization) -> String {
        list.name ?? words["importUnnamed"]
    }

    private func address(of list: SpooledList, back: String) -> String {
        "/import/\(list.id.text)?return=\(PercentCoding.encodePath(back))"
    }

    // MARK: Showing how it is read

    /// The page of a list.
    /// - Parameters:
    ///   - problems: the reasons for which it was not imported.
    ///   - offersOrphans: whether the items may come in without the parents that they name.
    private func page(
        of list: SpooledList, _ request: InventoryRequest, back: String, problems: [String] = [],
        offersOrphans: Bool = false
    ) throws -> Response {
        let settings = try settings()
        let words = try words(for: request)
        var data = FormPages.hiddenFields(request.caller, returning: back)
        data["action"] = .text("/import/\(list.id.text)")
        data["name"] = .text(name(of: list, words))
        data["offersOrphans"] = .bool(offersOrphans)
        var problems = problems
        var status = problems.isEmpty ? 200 : InventoryErrorKind.listRefused.status
        do {
            let opened = try OpenedList(
                list, name: name(of: list, words), for: services.store, usual: settings.currency)
            let reading = try opened.reading(list.corrections)
            let page = ReadingPage(words: words, settings: settings, corrections: list.corrections)
            data.merge(page.data(reading, sheets: opened.sheets)) { _, new in new }
            data["isReadable"] = true
        } catch {
            problems.append(words.catalogue.text(error.message))
            status = InventoryErrorKind.listRefused.status
            data["isReadable"] = false
        }
        data["problems"] = .list(problems.map(TemplateValue.text))
        return try services.forms.page(
            .importList, title: words["importTitle"], words: words, status: status, data: data)
    }

    // MARK: Correcting and importing

    private func submit(_ id: UUID, request: InventoryRequest, session: String) throws -> DeferredResponse {
        let (fields, key) = try services.submitted(request)
        let back = ReturnPath(fields["return"])
        if fields["action"] == "import" {
            return importList(id, request: request, session: session, fields: fields, key: key, back: back)
        }
        let list = try lists.list(id, of: session)
        switch fields["action"] {
        case "discard":
            lists.remove(list)
            return .now(services.pages.redirect(to: back))
        case "reset": list.corrections = ReadingCorrections()
        case "correct": list.corrections = try ReadingCorrections(fields, before: list.corrections)
        default: throw RequestError.field("action", Message("request.expectedChoice"))
        }
        return .now(Response.redirect(to: address(of: list, back: back.text)))
    }

    private func importList(
        _ id: UUID, request: InventoryRequest, session: String, fields: FormFields, key: IdempotencyKey?,
        back: ReturnPath
    ) -> DeferredResponse {
        later(request) { promise in
            let fingerprint = FormFingerprint.requestFingerprint(request.head.target.path, fields)
            // The list of a form that is sent again was imported and removed by the first one.
            let known = try key.flatMap { key in
                let snapshot = try services.store.snapshot()
                if let same = try snapshot.outcome(of: key, requestFingerprint: fingerprint) { return same }
                // The store would take another import of a file of this name for the same one.
                guard try snapshot.outcome(of: key) == nil else { throw StoreError.keyReused(key) }
                return nil
            }
            if let known { return land(known.revision, promise) }
            try services.edits.disk.check()
            let list = try lists.list(id, of: session)
            let words = try words(for: request)
            func refuse(_ problems: [String], offersOrphans: Bool = false) throws {
                guard request.head.wantsPage else {
                    throw RequestError(.listRefused, .verbatim(problems.joined(separator: "\n")))
                }
                let response = try page(
                    of: list, request, back: back.text, problems: problems, offersOrphans: offersOrphans)
                promise.fulfill { response }
            }
            // The import uses the reading that was shown. Another window, or this form, may have changed it since.
            let corrections = try ReadingCorrections(fields, before: list.corrections)
            guard corrections == list.corrections else {
                list.corrections = corrections
                return try refuse([words["importChanged"]])
            }
            let outcome: ImportOutcome
            do {
                let opened = try OpenedList(
                    list, name: name(of: list, words), for: services.store, usual: try currency())
                let reading = try opened.reading(corrections)
                guard reading.questions.isEmpty else { return try refuse([words["importAnswerFirst"]]) }
                let omitsFaults = fields["skip"] == "yes"
                guard reading.trial.faultyRows == 0 || omitsFaults else {
                    return try refuse([words["importFaultsFirst"]])
                }
                let context = ChangeContext(
                    by: request.caller, otherwise: services.edits.actor, key: key, requestFingerprint: fingerprint)
                outcome = try opened.importItems(
                    reading, into: services.store, context, omitsFaults: omitsFaults)
            } catch {
                return try refuse(try problems(error, words), offersOrphans: ListImportRefusal.isForParents(error))
            }
            lists.remove(list)
            watcher.noticeChange()
            if outcome.counts.added + outcome.counts.updated > 0 { return land(outcome.revision, promise) }
            let response = try filePage(request, back: back.text, notice: words["importNothing"])
            promise.fulfill { response }
        }
    }

    /// Leads to the list when it shows the import, with a notice that the page itself contains.
    private func land(_ revision: Revision, _ promise: ResponsePromise) {
        services.pages.whenShowing(revision) { promise.fulfill { Response.redirect(to: "/#imported") } }
    }

    private func currency() throws -> Currency { try settings().currency }

    /// The reasons for which an import failed.
    /// - Throws: errors of the system or the store, which are not faults of the list.
    private func problems(_ error: any Error, _ words: FormLocalization) throws -> [String] {
        switch error {
        case let error as InventoryFileError: return [words.catalogue.text(error.messageOnPage)]
        case StoreError.importDiagnostics(let faults): return problems(ListImportRefusal(faults), words)
        case let refusal as ListImportRefusal: return problems(refusal, words)
        default: throw error
        }
    }

    private func problems(_ refusal: ListImportRefusal, _ words: FormLocalization) -> [String] {
        let more = refusal.count - refusal.messages.count
        return [words["importFaulty"]] + refusal.messages.map(words.catalogue.text)
            + (more > 0 ? [words.catalogue.text("form.importMore", [Count(more)])] : [])
    }
}

extension InventoryFileError {
    /// The message, with a remedy that the page has in place of an option of the command line.
    fileprivate var messageOnPage: Message {
        let problem: Message
        switch reason {
        case .missingNames: problem = Message("request.listWithoutNames")
        case .headingsNotFound, .noTable: problem = Message("request.listWithoutTable")
        case .notEncoded(let name): problem = Message("request.listNotEncoded", ["encoding": .text(name)])
        default: return message
        }
        return Message("formats.inFile", ["place": .text(file ?? ""), "problem": .message(problem)])
    }
}
