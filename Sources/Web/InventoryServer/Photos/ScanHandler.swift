import Files
import FoundationEssentials
import HTTPServer
import ImageExchange
import Inventory
import InventoryStore
import JSON
import Localization
import Message
import Templating

/// Reads the barcodes in a photo, for programs, and by a form that names the items that they belong to.
struct ScanHandler: ResourceHandler {
    let services: FormServices
    let photos: PhotoChanges

    /// The most items that are named for one code.
    private static let mostItems = 50

    func respond(to request: InventoryRequest) throws -> DeferredResponse {
        guard request.method == .post else {
            return services.workers.reading(for: request.head) {
                try page(request, back: ReturnPath(request.head.query?["return"]).text)
            }
        }
        guard case .upload(let upload) = request.body, let file = upload.files.first else { throw RequestError.noPhoto }
        let isPage = request.route == .scanPage
        if isPage { try request.checkCSRF(upload.fields) }
        let back = ReturnPath(upload.fields["return"]).text
        return photos.run(for: request.head) { [photos] in
            // The file is there as long as the upload is held.
            withExtendedLifetime(upload) {
                Result { try photos.codes(in: file) }
            }
        } respond: { outcome, promise in
            let response: Response
            switch outcome {
            case .success(let codes):
                response = isPage ? try page(request, back: back, codes: codes) : ScanHandler.json(codes)
            case .failure(let failure):
                guard isPage, request.head.wantsPage else { throw failure }
                let error = RequestError(failure)
                response = try page(request, back: back, error: error).with(fieldsOf: error)
            }
            promise.fulfill { response }
        }
    }

    private static func json(_ codes: [ScannedCode]) -> Response {
        .json { json in
            json.array("codes") { json in
                for code in codes {
                    json.object { json in
                        json.add("format", code.symbology.rawValue)
                        json.add("text", code.text)
                    }
                }
            }
        }
    }

    /// The form for a photo, and what was found in the last one.
    /// - Parameter codes: nil if none was sent.
    private func page(
        _ request: InventoryRequest, back: String, codes: [ScannedCode]? = nil, error: RequestError? = nil
    ) throws -> Response {
        let snapshot = try services.snapshot(for: request)
        let words = services.forms.words(for: request.head, otherwise: snapshot.settings.locale)
        var data = FormPages.hiddenFields(request.caller, returning: back)
        let nothing = codes.flatMap { $0.isEmpty ? words["scanNothing"] : nil }
        let problem = error.map { words.catalogue.text($0.explanation) } ?? nothing
        data["problem"] = problem.map(TemplateValue.text) ?? .null
        var found: [TemplateValue] = []
        for code in codes ?? [] {
            let items = try ScannedSubject(code.text).items(in: snapshot, atMost: ScanHandler.mostItems)
            let address = "/add?code=\(PercentCoding.encode(code.text))&return=\(PercentCoding.encode(back))"
            found.append([
                "text": .text(code.text), "isUnknown": .bool(items.isEmpty), "add": .text(address),
                "items": .list(
                    items.map { item in
                        [
                            "name": .text(item.name.isEmpty ? words["unnamed"] : item.name),
                            "location": item.location.map(TemplateValue.text) ?? .null,
                            // An archived item has no page.
                            "href": .text(
                                item.archived ? "/edit/\(item.id.text)" : services.defaultReturn(from: item)),
                        ]
                    }),
            ])
        }
        data["codes"] = .list(found)
        return try services.forms.page(
            .scan, title: words["scanTitle"], words: words, status: error?.type.status ?? 200, data: data)
    }
}

/// The subject of a scanned text: what a label of this inventory names, or a product.
struct ScannedSubject {
    private let text: String

    init(_ text: String) { self.text = text }

    /// The item of a label: its id, or the address of its page, whatever the server was called when it was printed.
    private var item: UUID? {
        let name = text.split(separator: "/").last.map(String.init) ?? ""
        return UUID(text: (name.hasSuffix(".html") ? String(name.dropLast(5)) : name).lowercased())
    }

    /// The location of a label: its path, or the query of the list that shows it.
    private var location: [String] {
        guard let query = text.split(separator: "?", maxSplits: 1).dropFirst().first else {
            return Selection.pathNames(text)
        }
        return Selection.pathNames(FormFields(Array(query.utf8))?["place"] ?? "")
    }

    /// The items that the text leads to: that of a label, those at the location of a label, or those with the code.
    func items(in snapshot: StoreSnapshot, atMost limit: Int) throws -> [Item] {
        if let item { return try snapshot.item(item).map { [$0.item] } ?? [] }
        var found: [Item] = []
        let names = location
        if !names.isEmpty {
            var selection = Selection.current
            selection.terms.append(.location(names))
            let cursor = try snapshot.items(matching: selection, lines: 0..<limit)
            while try cursor.next() { found.append(try cursor.item()) }
        }
        guard found.isEmpty else { return found }
        var selection = Selection.everything
        selection.terms.append(.not(.missing(.code)))
        let wanted = ProductCode.normalized(text)
        let cursor = try snapshot.items(matching: selection)
        while found.count < limit, try cursor.next() {
            let code = cursor.text(.code).map { String(decoding: $0, as: UTF8.self) } ?? ""
            if ProductCode.normalized(code) == wanted { found.append(try cursor.item()) }
        }
        return found
    }
}
