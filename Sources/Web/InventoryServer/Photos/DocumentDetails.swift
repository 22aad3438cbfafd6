import HTTPServer
import Inventory
import Message

/// The description of a document by its owner.
struct DocumentDetails: Equatable, Sendable {
    var kind: DocumentReference.Kind?
    var title: String?
    var number: String?
    var date: CalendarDate?

    /// Reads the fields of a form.
    init(_ fields: FormFields) throws(RequestError) {
        func text(_ name: String) -> String? { fields[name].flatMap { $0.isEmpty ? nil : $0 } }
        if let name = text("kind") {
            guard let kind = DocumentReference.Kind(rawValue: name) else {
                let kinds = DocumentReference.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                throw .field("kind", Message("formats.expected.documentKind", ["kinds": .text(kinds)]))
            }
            self.kind = kind
        }
        (title, number) = (text("title"), text("number"))
        guard let day = text("date") else { return }
        do throws(ValueError) { date = try CalendarDate(day.utf8) } catch { throw .field("date", error.message) }
    }
}

extension InventoryRequest {
    /// The documents of a form with their details. Their files exist as long as the upload.
    /// - Throws: an error if there is no file, or if a detail cannot be read.
    func documents() throws(RequestError) -> (Upload, DocumentDetails) {
        guard case .upload(let upload) = body, !upload.files.isEmpty else {
            throw RequestError(.malformedForm, Message("request.noDocument"))
        }
        return (upload, try DocumentDetails(upload.fields))
    }
}
