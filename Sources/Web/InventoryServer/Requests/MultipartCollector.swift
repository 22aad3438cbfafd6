import Files

/// Takes in a form with files as it arrives (RFC 7578): fields are kept in memory, files are written to the disk.
final class MultipartCollector: BodyCollector {
    private enum State {
        /// Before the first boundary, which stands at the very start.
        case preamble
        case header
        case field(name: String, value: [UInt8])
        case file(UploadFile)
        case epilogue
    }

    private static let headerLimit = 4 << 10
    private static let fieldLimit = 64 << 10
    private static let fieldCount = 64

    private let delimiter: [UInt8]
    private let limits: ServerLimits
    private let folder: UploadFolder
    private let budget: BodyBudget
    /// Bytes of fields that are held.
    private var held = 0
    private var parts = 0
    /// Looks at the fields that came before the first file.
    private let check: (FormFields) throws(HTTPError) -> Void
    private var state = State.preamble
    /// What came and is not yet told apart from a boundary.
    private var pending: [UInt8]
    private var fields = FormFields()
    private var files: [UploadFile] = []
    private var total = 0
    private let limit: Int

    init(
        boundary: String, limits: ServerLimits, limit: Int, budget: BodyBudget, folder: UploadFolder,
        check: @escaping (FormFields) throws(HTTPError) -> Void
    ) {
        delimiter = Array("\r\n--\(boundary)".utf8)
        // The first boundary has no line end before it; with one put in all are alike.
        pending = Array("\r\n".utf8)
        self.limits = limits
        self.limit = limit
        self.budget = budget
        self.folder = folder
        self.check = check
    }

    deinit { budget.give(held) }

    func take(_ piece: UnsafeRawBufferPointer) throws(HTTPError) {
        total += piece.count
        guard total <= limit else { throw HTTPError(.bodyTooLarge) }
        if case .epilogue = state { return }
        pending.append(contentsOf: piece)
        while try step() {}
    }

    func finish() throws(HTTPError) -> RequestBody {
        guard case .epilogue = state else { throw Self.malformed("it ends before its last boundary") }
        return .upload(Upload(fields: fields, files: files.map { $0.kept() }))
    }

    /// Does what can be done with what is there; false where more is needed.
    private func step() throws(HTTPError) -> Bool {
        switch state {
        case .preamble:
            guard pending.count >= delimiter.count + 2 else {
                guard delimiter.starts(with: pending.prefix(delimiter.count)) else {
                    throw Self.malformed("it does not begin with its boundary")
                }
                return false
            }
            guard pending.starts(with: delimiter) else { throw Self.malformed("it does not begin with its boundary") }
            return try passBoundary()
        case .header: return try readHeader()
        case .field, .file: return try readContent()
        case .epilogue: return false
        }
    }

    /// Goes past a boundary at the start of what is pending, into the next part or to the end.
    private func passBoundary() throws(HTTPError) -> Bool {
        let after = pending[delimiter.count..<(delimiter.count + 2)]
        if after.elementsEqual("--".utf8) {
            pending = []
            state = .epilogue
            return false
        }
        guard after.elementsEqual("\r\n".utf8) else { throw Self.malformed("a boundary is followed by something else") }
        // The line end stays: the header of a part may be empty, and then the next line end ends it.
        pending.removeFirst(delimiter.count)
        state = .header
        return true
    }

    private func readHeader() throws(HTTPError) -> Bool {
        let end = Array("\r\n\r\n".utf8)
        guard let place = ByteSearch.first(end, in: pending, from: 0) else {
            guard pending.count <= Self.headerLimit else { throw Self.malformed("a part's header is too large") }
            return false
        }
        guard place <= Self.headerLimit else { throw Self.malformed("a part's header is too large") }
        guard let text = String(validating: pending[..<place], as: UTF8.self) else {
            throw Self.malformed("a part's header is not UTF-8")
        }
        pending.removeFirst(place + end.count)
        parts += 1
        // Files that are empty are parts as well.
        guard parts <= Self.fieldCount + limits.files else { throw Self.malformed("it has too many parts") }
        let part = try PartHeader(text)
        if part.isFile {
            guard part.name == "photo" else { throw Self.malformed("files go into the field 'photo'") }
            guard files.count < limits.files else {
                throw HTTPError(.bodyTooLarge, "At most \(limits.files) photos at once.")
            }
            if files.isEmpty { try check(fields) }
            state = .file(try UploadFile(in: folder, fileName: part.fileName))
        } else {
            guard fields.names.count < Self.fieldCount else { throw Self.malformed("it has too many fields") }
            state = .field(name: part.name, value: [])
        }
        return true
    }

    private func readContent() throws(HTTPError) -> Bool {
        if let place = ByteSearch.first(delimiter, in: pending, from: 0) {
            guard pending.count >= place + delimiter.count + 2 else { return false }
            try keep(upTo: place)
            try closePart()
            return try passBoundary()
        }
        // A boundary may have begun at the end.
        let sure = pending.count - (delimiter.count - 1)
        if sure > 0 { try keep(upTo: sure) }
        return false
    }

    private func keep(upTo place: Int) throws(HTTPError) {
        switch state {
        case .field(let name, var value):
            guard budget.take(place) else { throw .manyBodies }
            held += place
            value += pending[..<place]
            guard value.count <= Self.fieldLimit else {
                throw HTTPError(.bodyTooLarge, "A field of the form is too long.")
            }
            state = .field(name: name, value: value)
        case .file(let file):
            guard file.count + place <= limits.photo else { throw HTTPError(.bodyTooLarge) }
            do {
                try pending.withUnsafeBytes { bytes in
                    try file.write(UnsafeRawBufferPointer(rebasing: bytes[..<place]))
                }
            } catch let problem as HTTPError {
                throw problem
            } catch {
                throw HTTPError(.internalError)
            }
        default: break
        }
        pending.removeFirst(place)
    }

    private func closePart() throws(HTTPError) {
        switch state {
        case .field(let name, let value):
            guard let text = String(validating: value, as: UTF8.self) else {
                throw Self.malformed("a field is not UTF-8")
            }
            fields.add(name, text)
        case .file(let file):
            // A browser sends an empty file where none was chosen.
            if file.count > 0 { files.append(file) }
        default: break
        }
    }

    private static func malformed(_ what: String) -> HTTPError {
        HTTPError(.malformedForm, "The form cannot be read: \(what).")
    }

}
