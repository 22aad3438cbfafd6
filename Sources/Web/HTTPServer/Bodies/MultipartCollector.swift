import Files
import Message

/// Reads a form with files while it arrives (RFC 7578): fields are kept in memory, files are written to the disk.
package final class MultipartCollector: BodyCollector {
    private enum State {
        /// Before the first boundary, which must be at the very start.
        case preamble
        case header
        case field(name: String, value: [UInt8])
        case file(UploadFileWriter)
        case epilogue
    }

    private static let headerLimit = 4 << 10
    private static let fieldLimit = 64 << 10
    private static let fieldCount = 64

    private let delimiter: [UInt8]
    private let limits: ServerLimits
    private let folder: UploadFolder
    private let budget: BodyBudget
    /// Bytes of fields in memory.
    private var held = 0
    private var parts = 0
    /// The only field that takes files.
    private let fileField: String
    /// Checks the fields before the first file.
    private let check: (FormFields) throws -> Void
    private var state = State.preamble
    /// Bytes that may still be part of a boundary or a part's header.
    private var pending: [UInt8]
    private var fields = FormFields()
    private var files: [UploadFileWriter] = []
    private var total = 0
    private let limit: Int

    /// - Parameters:
    ///   - boundary: the boundary from the content type.
    ///   - fileField: the only field that takes files.
    ///   - limit: the maximum number of bytes of the body.
    ///   - check: checks the fields that come before the first file, before a byte of it is kept.
    package init(
        boundary: String, fileField: String, limits: ServerLimits, limit: Int, budget: BodyBudget, folder: UploadFolder,
        check: @escaping (FormFields) throws -> Void
    ) {
        delimiter = Array("\r\n--\(boundary)".utf8)
        // The first boundary has no line end before it. With this one all boundaries look the same.
        pending = Array("\r\n".utf8)
        self.limits = limits
        self.limit = limit
        self.budget = budget
        self.folder = folder
        self.fileField = fileField
        self.check = check
    }

    deinit { budget.give(held) }

    package func take(_ piece: Span<UInt8>) throws {
        total += piece.count
        guard total <= limit else { throw HTTPError(.bodyTooLarge) }
        if case .epilogue = state { return }
        pending += piece
        while try step() {}
    }

    package func finish() throws -> RequestBody {
        guard case .epilogue = state else {
            throw HTTPError(.malformedForm, Message("http.multipart.endsBeforeLastBoundary"))
        }
        return .upload(Upload(fields: fields, files: files.map { $0.keep() }))
    }

    /// Parses the next element of the pending bytes; false if more bytes are needed.
    private func step() throws -> Bool {
        switch state {
        case .preamble:
            guard pending.count >= delimiter.count + 2 else {
                guard delimiter.starts(with: pending.prefix(delimiter.count)) else {
                    throw HTTPError(.malformedForm, Message("http.multipart.noBoundaryAtStart"))
                }
                return false
            }
            guard pending.starts(with: delimiter) else {
                throw HTTPError(.malformedForm, Message("http.multipart.noBoundaryAtStart"))
            }
            return try passBoundary()
        case .header: return try readHeader()
        case .field, .file: return try readContent()
        case .epilogue: return false
        }
    }

    /// Skips the boundary at the start of the pending bytes, and begins the next part or the epilogue.
    private func passBoundary() throws -> Bool {
        let after = pending[delimiter.count..<(delimiter.count + 2)]
        if after.elementsEqual("--".utf8) {
            pending = []
            state = .epilogue
            return false
        }
        guard after.elementsEqual("\r\n".utf8) else {
            throw HTTPError(.malformedForm, Message("http.multipart.textAfterBoundary"))
        }
        // The line end stays: if the header of the part is empty, the blank line that ends it begins with this one.
        pending.removeFirst(delimiter.count)
        state = .header
        return true
    }

    private func readHeader() throws -> Bool {
        let end = Array("\r\n\r\n".utf8)
        guard let index = ByteSearch.first(end, in: pending, from: 0) else {
            guard pending.count <= Self.headerLimit else {
                throw HTTPError(.malformedForm, Message("http.multipart.partHeaderTooLarge"))
            }
            return false
        }
        guard index <= Self.headerLimit else {
            throw HTTPError(.malformedForm, Message("http.multipart.partHeaderTooLarge"))
        }
        guard let text = String(validating: pending[..<index], as: UTF8.self) else {
            throw HTTPError(.malformedForm, Message("http.multipart.partHeaderNotUTF8"))
        }
        pending.removeFirst(index + end.count)
        parts += 1
        // Empty files count as parts too.
        guard parts <= Self.fieldCount + limits.files else {
            throw HTTPError(.malformedForm, Message("http.multipart.tooManyParts"))
        }
        let part = try PartHeader(text)
        if part.isFile {
            guard part.name == fileField else {
                throw HTTPError(.malformedForm, Message("http.multipart.unexpectedFile"))
            }
            guard files.count < limits.files else {
                throw HTTPError(.bodyTooLarge, Message("http.tooManyFiles", ["count": .count(limits.files)]))
            }
            if files.isEmpty { try check(fields) }
            state = .file(try UploadFileWriter(in: folder, fileName: part.fileName))
        } else {
            guard fields.names.count < Self.fieldCount else {
                throw HTTPError(.malformedForm, Message("http.multipart.tooManyFields"))
            }
            state = .field(name: part.name, value: [])
        }
        return true
    }

    private func readContent() throws -> Bool {
        if let index = ByteSearch.first(delimiter, in: pending, from: 0) {
            guard pending.count >= index + delimiter.count + 2 else { return false }
            try keep(upTo: index)
            try closePart()
            return try passBoundary()
        }
        // The last bytes may be the beginning of a boundary.
        let sure = pending.count - (delimiter.count - 1)
        if sure > 0 { try keep(upTo: sure) }
        return false
    }

    /// Moves pending bytes to the field or file of the current part.
    private func keep(upTo count: Int) throws {
        switch state {
        case .field(let name, var value):
            guard budget.take(count) else { throw HTTPError.busy }
            held += count
            value += pending[..<count]
            guard value.count <= Self.fieldLimit else {
                throw HTTPError(.bodyTooLarge, Message("http.fieldTooLong"))
            }
            state = .field(name: name, value: value)
        case .file(let file):
            guard file.count + count <= limits.file else { throw HTTPError(.bodyTooLarge) }
            let piece = pending[..<count]
            try file.write(piece.span)
        default: break
        }
        pending.removeFirst(count)
    }

    private func closePart() throws {
        switch state {
        case .field(let name, let value):
            guard let text = String(validating: value, as: UTF8.self) else {
                throw HTTPError(.malformedForm, Message("http.multipart.fieldNotUTF8"))
            }
            fields.add(name, text)
        case .file(let file):
            // A browser sends an empty file without a name if none was chosen.
            if file.count > 0 || file.fileName != nil { files.append(file) }
        default: break
        }
    }
}

/// The header of a part of a form (RFC 7578, 4.2).
package struct PartHeader: Equatable {
    package let name: String
    /// Whether the part is a file.
    package let isFile: Bool
    /// The client's name for the file, without folders; nil for none. It is for people to read only.
    package let fileName: String?

    /// Parses the lines of a header.
    /// - Throws: `malformedForm`.
    package init(_ text: String) throws {
        var name: String?
        var isFile = false
        var fileName: String?
        for line in text.split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else {
                throw HTTPError(.malformedForm, Message("http.multipart.partHeaderWithoutColon"))
            }
            guard line[..<colon].lowercased() == "content-disposition" else { continue }
            let parameters = PartHeader.parameters(line[line.index(after: colon)...])
            guard parameters.first?.name == "form-data", name == nil else {
                throw HTTPError(.malformedForm, Message("http.multipart.partIsNotFormData"))
            }
            for parameter in parameters.dropFirst() {
                switch parameter.name {
                case "name": name = parameter.value
                case "filename":
                    isFile = true
                    fileName = PartHeader.plainName(parameter.value)
                case "filename*": isFile = true
                default: break
                }
            }
        }
        guard let name, !name.isEmpty else {
            throw HTTPError(.malformedForm, Message("http.multipart.partWithoutName"))
        }
        self.name = name
        self.isFile = isFile
        self.fileName = fileName
    }

    /// The last component of a path, at most 255 bytes, without control characters.
    private static func plainName(_ text: String) -> String? {
        var name = ""
        for scalar in text.unicodeScalars {
            if scalar == "/" || scalar == "\\" {
                name = ""
            } else if scalar.properties.generalCategory != .control, name.utf8.count + scalar.utf8.count <= 255 {
                name.unicodeScalars.append(scalar)
            }
        }
        return name.isEmpty ? nil : name
    }

    /// Splits at semicolons outside of quotes.
    private static func parameters(_ text: Substring) -> [(name: String, value: String)] {
        var pieces: [String] = [""]
        var isQuoted = false
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isQuoted, !isEscaped, scalar == "\\" {
                isEscaped = true
                continue
            }
            if scalar == "\"", !isEscaped {
                isQuoted.toggle()
            } else if scalar == ";", !isQuoted {
                pieces.append("")
            } else {
                pieces[pieces.count - 1].unicodeScalars.append(scalar)
            }
            isEscaped = false
        }
        return pieces.map { piece in
            let trimmed = piece.drop { $0 == " " || $0 == "\t" }
            let equals = trimmed.firstIndex(of: "=") ?? trimmed.endIndex
            return (trimmed[..<equals].lowercased(), String(trimmed[equals...].dropFirst()))
        }
    }
}
