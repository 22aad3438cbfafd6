public import Inventory

/// Where a file to be taken in comes from.
public enum FileSource: Equatable, Sendable {
    /// A regular file; links are not followed.
    case path(String)
    /// An open file, read from its start; the name is what messages call it.
    case descriptor(Int32, name: String)

    func opened() throws(PhotoError) -> SourceFile {
        switch self {
        case .path(let path): try SourceFile(path: path)
        case .descriptor(let number, let name): try SourceFile(descriptor: number, name: name)
        }
    }

    /// The file's name without folders.
    public var fileName: String? {
        let name =
            switch self {
            case .path(let path): path
            case .descriptor(_, let name): name
            }
        return name.split(separator: "/").last.map(String.init)
    }
}

/// What became of a file that was to be added to an item.
public enum IntakeResult: Equatable, Sendable {
    /// The item has it now.
    case added
    /// The item had it already, and keeps what it says of it.
    case kept
    /// The item had it already, and says of it what was given.
    case changed
}

/// A photo to be added to an item.
public struct NewPhoto: Equatable, Sendable {
    /// The picture.
    public var source: FileSource
    /// What it shows.
    public var caption: String?
    /// Whether it shall stand for the item.
    public var isPrimary: Bool

    /// A photo as given.
    public init(_ source: FileSource, caption: String? = nil, isPrimary: Bool = false) {
        self.source = source
        self.caption = caption
        self.isPrimary = isPrimary
    }

    /// What an item keeps of it, once its file is in the store.
    public func reference(to record: PhotoRecord) -> PhotoReference {
        record.reference(fileName: source.fileName, caption: caption, isPrimary: isPrimary)
    }
}

/// A document to be added to an item.
public struct NewDocument: Equatable, Sendable {
    /// The file: a PDF or a picture.
    public var source: FileSource
    /// What it is for, nil where nothing is said; a document that is new is then a receipt.
    public var kind: DocumentReference.Kind?
    /// What it is called, nil where nothing is said, empty for none.
    public var title: String?
    /// The number that stands on it, nil where nothing is said, empty for none.
    public var number: String?
    /// The day that stands on it, nil where nothing is said.
    public var date: CalendarDate?

    /// A document as given.
    public init(
        _ source: FileSource, kind: DocumentReference.Kind? = nil, title: String? = nil, number: String? = nil,
        date: CalendarDate? = nil
    ) {
        self.source = source
        self.kind = kind
        self.title = title
        self.number = number
        self.date = date
    }

    /// What an item keeps of it, once its file is in the store.
    public func reference(to record: PhotoRecord) -> DocumentReference {
        stated(of: record.document(fileName: source.fileName))
    }

    /// The document with what is said of it here.
    func stated(of known: DocumentReference) -> DocumentReference {
        var document = known
        if let kind { document.kind = kind }
        if let title { document.title = title.isEmpty ? nil : title }
        if let number { document.number = number.isEmpty ? nil : number }
        if let date { document.date = date }
        return document
    }
}
