/// What the header of a form's part says (RFC 7578, 4.2).
struct PartHeader: Equatable {
    let name: String
    /// Whether it names a file; the file's own name is of no interest.
    let isFile: Bool

    init(_ text: String) throws(Problem) {
        var name: String?
        var isFile = false
        for line in text.split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else {
                throw Problem(.malformedForm, "The form cannot be read: a part's header has a line without a colon.")
            }
            guard line[..<colon].lowercased() == "content-disposition" else { continue }
            let parameters = PartHeader.parameters(line[line.index(after: colon)...])
            guard parameters.first?.name == "form-data", name == nil else {
                throw Problem(.malformedForm, "The form cannot be read: a part is no form-data.")
            }
            for parameter in parameters.dropFirst() {
                switch parameter.name {
                case "name": name = parameter.value
                case "filename", "filename*": isFile = true
                default: break
                }
            }
        }
        guard let name, !name.isEmpty else {
            throw Problem(.malformedForm, "The form cannot be read: a part has no name.")
        }
        self.name = name
        self.isFile = isFile
    }

    /// The values between semicolons; within quotes a semicolon is part of the value.
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
