package import HTTPServer
package import Localization

extension HTTPErrorCause: MessageConvertible {
    package var message: Message {
        switch self {
        case .unreadableTarget: Message("http.unreadableTarget")
        case .repeatedField: Message("http.repeatedField")
        case .invalidFieldName: Message("http.invalidFieldName")
        case .lengthAndTransferEncoding: Message("http.lengthAndTransferEncoding")
        case .unknownTransferEncoding: Message("http.unknownTransferEncoding")
        case .invalidContentLength: Message("http.invalidContentLength")
        case .invalidIfMatch: Message("http.invalidIfMatch")
        case .invalidIdempotencyKey: Message("http.invalidIdempotencyKey")
        case .cookieAlone: Message("http.cookieAlone")
        case .undecodableQuery: Message("http.undecodableQuery")
        case .unknownParameter(let name): Message("http.unknownParameter", ["name": .text(name)])
        case .repeatedParameter(let name): Message("http.repeatedParameter", ["name": .text(name)])
        case .emptyFile: Message("http.emptyFile")
        case .tooManyFiles(let limit): Message("http.tooManyFiles", ["count": .count(limit)])
        case .fieldTooLong: Message("http.fieldTooLong")
        case .missingField(let name): Message("http.missingField", ["name": .text(name)])
        case .multipart(let diagnostic): diagnostic.message
        }
    }
}

extension MultipartDiagnostic: MessageConvertible {
    package var message: Message { Message("http.multipart.\(rawValue)") }
}
