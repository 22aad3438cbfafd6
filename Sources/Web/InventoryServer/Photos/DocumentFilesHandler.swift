import Attachments
import Files
import FoundationEssentials
import HTTPServer
import ImageExchange
import Inventory
import InventoryStore
import Message

/// Sends the files of an item's documents, and small pictures of these and of its photos, which published pages have only
/// when they are rebuilt.
struct DocumentFilesHandler: ResourceHandler {
    let services: FormServices
    let files: PhotoStore

    func respond(to request: InventoryRequest) throws -> DeferredResponse {
        guard case .documentFile(let id, let hash, let isPicture) = request.route else {
            throw RequestError(.noSuchPage)
        }
        return services.workers.reading(for: request.head) {
            try file(hash, of: id, isPicture: isPicture, request)
        }
    }

    /// The types that browsers show; they show nothing else of a document, and never run it.
    private static let shown: Set<ImageType> = [.jpeg, .png, .webp, .gif]

    /// A document's file as its owner gave it, or the picture of its first page or of a photo.
    private func file(_ hash: ContentHash, of id: UUID, isPicture: Bool, _ request: InventoryRequest) throws -> Response
    {
        let item = try services.snapshot(for: request).item(id, for: request.caller)
        let document = item?.documents.first { $0.hash == hash }
        guard document != nil || isPicture && item?.photos.contains(where: { $0.hash == hash }) == true else {
            throw RequestError(.noSuchDocument)
        }
        let tag = "\"\(hash)\(isPicture ? "-320" : "")\""
        guard !Preconditions.isCurrent(tag, request.head.headers) else {
            return Response(status: 304, fields: [("ETag", tag), ("Cache-Control", "private, no-cache")], body: .none)
        }
        let (path, type): (String, ImageType)
        do {
            // By the content, never by the name.
            (path, type) =
                try isPicture
                ? (files.picture(of: hash, .small).path, .jpeg)
                : (files.originalPath(of: hash), files.record(of: hash).type)
        } catch PhotoError.missing {
            throw RequestError(.noSuchDocument)
        } catch {
            throw RequestError(error, refusal: .photoRefused)
        }
        let disposition = DocumentFilesHandler.shown.contains(type) ? "inline" : "attachment"
        let name = document.map { DocumentFilesHandler.fileName(of: $0, type.mediaType) } ?? "photo.jpeg"
        let fields = [
            ("Content-Type", type.mediaType), ("Cache-Control", "private, no-cache"),
            ("Content-Security-Policy", SecurityHeaders.closedPolicy + "; sandbox"),
            DocumentFilesHandler.disposition(disposition, name),
        ]
        guard let opened = StaticFile.opened(path, tag: tag, fields: fields) else {
            throw RequestError(.noSuchDocument)
        }
        return Response(status: 200, body: .file(opened))
    }

    /// The header field with the name for the saved file (RFC 6266).
    static func disposition(_ kind: String, _ name: String) -> (String, String) {
        ("Content-Disposition", "\(kind); filename*=UTF-8''\(PercentCoding.encode(name))")
    }

    /// Other ways to write an extension.
    private static let spellings = ["jpg": "jpeg", "tif": "tiff"]

    /// A name for the saved file. Its extension is that of its content, so that no system takes it for something else.
    private static func fileName(of document: DocumentReference, _ mediaType: String) -> String {
        let name = (document.fileName ?? document.title ?? document.kind.rawValue).replacing("/", with: "-")
        let usual = String(mediaType.drop { $0 != "/" }.dropFirst())
        let stated = name.lowercased().split(separator: ".").last.map(String.init) ?? ""
        return (DocumentFilesHandler.spellings[stated] ?? stated) == usual ? name : "\(name).\(usual)"
    }
}

/// The description of a document by its owner.
struct DocumentDetails: Equatable, Sendable {
    var kind: DocumentReference.Kind?
    var title: String?
    var number: String?
    var date: CalendarDate?

    /// Reads the fields of a form.
    init(_ fields: FormFields) throws {
        func text(_ name: String) -> String? { fields[name].flatMap { $0.isEmpty ? nil : $0 } }
        if let name = text("kind") {
            guard let kind = DocumentReference.Kind(rawValue: name) else {
                let kinds = DocumentReference.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                throw RequestError.field("kind", Message("formats.expected.documentKind", ["kinds": .text(kinds)]))
            }
            self.kind = kind
        }
        (title, number) = (text("title"), text("number"))
        guard let day = text("date") else { return }
        do { date = try CalendarDate(day.utf8) } catch {
            throw RequestError.field("date", error.message)
        }
    }
}

extension InventoryRequest {
    /// The documents of a form with their details. Their files exist as long as the upload.
    /// - Throws: an error if there is no file, or if a detail cannot be read.
    func documents() throws -> (Upload, DocumentDetails) {
        guard case .upload(let upload) = body, !upload.files.isEmpty else {
            throw RequestError(.malformedForm, Message("request.noDocument"))
        }
        return (upload, try DocumentDetails(upload.fields))
    }
}
