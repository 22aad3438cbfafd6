package import Inventory

/// The source of a file to be added.
package enum FileSource: Equatable, Sendable {
    /// A regular file. Symbolic links are refused.
    case path(String)
    /// An open file, read from its start, with a name for messages.
    case descriptor(Int32, name: String)

    func opened() throws -> SourceFile {
        switch self {
        case .path(let path): try SourceFile(path: path)
        case .descriptor(let number, let name): try SourceFile(descriptor: number, name: name)
        }
    }

    /// The file's name without folders.
    package var fileName: String? {
        let name =
            switch self {
            case .path(let path): path
            case .descriptor(_, let name): name
            }
        return name.split(separator: "/").last.map(String.init)
    }
}

/// The result of adding a file to an item.
package enum IntakeResult: Equatable, Sendable {
    /// The item has it now.
    case added
    /// The item already had it; nothing was changed.
    case kept
    /// The item already had it; its details were updated.
    case changed
}

/// A photo to be added to an item.
package struct NewPhoto: Equatable, Sendable {
    /// The picture.
    package var source: FileSource
    /// The caption.
    package var caption: String?
    /// Whether it becomes the primary photo of the item.
    package var isPrimary: Bool

    /// Creates a photo.
    package init(_ source: FileSource, caption: String? = nil, isPrimary: Bool = false) {
        self.source = source
        self.caption = caption
        self.isPrimary = isPrimary
    }

    /// The reference that an item keeps, once the file is in the store.
    package func reference(to record: PhotoRecord) -> PhotoReference {
        record.reference(fileName: source.fileName, caption: caption, isPrimary: isPrimary)
    }
}

/// A document to be added to an item.
package struct NewDocument: Equatable, Sendable {
    /// The file: a PDF or a picture.
    package var source: FileSource
    /// The kind of document. If nil, a new document is a receipt, and a known one keeps its kind.
    package var kind: DocumentReference.Kind?
    /// The title. Nil keeps the present one, an empty text removes it.
    package var title: String?
    /// The number printed on it. Nil keeps the present one, an empty text removes it.
    package var number: String?
    /// The date printed on it. Nil keeps the present one.
    package var date: CalendarDate?

    /// Creates a document.
    package init(
        _ source: FileSource, kind: DocumentReference.Kind? = nil, title: String? = nil, number: String? = nil,
        date: CalendarDate? = nil
    ) {
        self.source = source
        self.kind = kind
        self.title = title
        self.number = number
        self.date = date
    }

    /// The reference that an item keeps, once the file is in the store.
    package func reference(to record: PhotoRecord) -> DocumentReference {
        applied(to: record.document(fileName: source.fileName))
    }

    /// A document with these details.
    func applied(to known: DocumentReference) -> DocumentReference {
        var document = known
        if let kind { document.kind = kind }
        if let title { document.title = title.isEmpty ? nil : title }
        if let number { document.number = number.isEmpty ? nil : number }
        if let date { document.date = date }
        return document
    }
}
