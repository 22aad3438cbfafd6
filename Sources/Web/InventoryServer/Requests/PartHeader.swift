/// What the header of a form's part says (RFC 7578, 4.2).
struct PartHeader: Equatable {
    let name: String
    /// Whether it names a file.
    let isFile: Bool
    /// The file's own name without folders, for people to know it by; nil where it says none.
    let fileName: String?

    init(_ text: String) throws(HTTPError) {
        var name: String?
        var isFile = false
        var fileName: String?
        for line in text.split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else {
                throw HTTPError(.malformedForm, "The form cannot be read: a part's header has a line without a colon.")
            }
            guard line[..<colon].lowercased() == "content-disposition" else { continue }
            let parameters = PartHeader.parameters(line[line.index(after: colon)...])
            guard parameters.first?.name == "form-data", name == nil else {
                throw HTTPError(.malformedForm, "The form cannot be read: a part is no form-data.")
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
            throw HTTPError(.malformedForm, "The form cannot be read: a part has no name.")
        }
        self.name = name
        self.isFile = isFile
        self.fileName = fileName
    }

    /// The last part of a name in at most 255 bytes, without what could not be shown.
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
