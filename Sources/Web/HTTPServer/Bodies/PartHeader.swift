import Message

/// The header of a part of a form (RFC 7578, 4.2).
package struct PartHeader: Equatable {
    package let name: String
    /// Whether the part is a file.
    package let isFile: Bool
    /// The client's name for the file, without folders; nil if there is none. It is for people to read only.
    package let fileName: String?

    /// Parses the lines of a header.
    /// - Throws: `malformedForm`.
    package init(_ text: String) throws(HTTPError) {
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
