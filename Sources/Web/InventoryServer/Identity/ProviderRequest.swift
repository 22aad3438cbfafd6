import Files
import JSON
import Message

/// A request to an identity provider. Nothing that a provider sends reaches this program but JSON.
struct ProviderRequest {
    let url: String
    /// The fields of a form to post; nil to get.
    var form: [(name: String, value: String)]?
    /// The value of the field `Authorization`; nil for none.
    var authorization: String?

    /// Asks the provider.
    /// - Parameter end: the latest time, on the ``MonotonicClock``.
    /// - Throws: a ``ProviderError`` if the answer is late or not JSON.
    func answer(by end: Double) throws(ProviderError) -> (status: Int, json: JSONValue) {
        var request = CurlRequest(url: url, headers: ["Accept: application/json"])
        if let form {
            let pairs = form.map { "\(PercentCoding.encode($0.name))=\(PercentCoding.encode($0.value))" }
            request.options.append(("data", pairs.joined(separator: "&")))
        }
        if let authorization { request.options.append(("header", "Authorization: \(authorization)")) }
        do {
            let (status, body) = try request.answer(within: end - MonotonicClock.now())
            guard let json = try? JSONValue(parsing: body, rejectsDuplicateNames: true) else {
                throw status == 200 ? ProviderError.unreadable(url) : .status(url, status)
            }
            return (status, json)
        } catch let error as CurlError {
            switch error {
            case .notStarted(let reason): throw .noCurl(reason: reason)
            case .unreachable(let reason): throw .unreachable(url, reason: reason.excerpt)
            case .unreadable: throw .unreadable(url)
            }
        } catch let error as ProviderError {
            throw error
        } catch {
            throw .unreadable(url)
        }
    }
}

/// Why an identity provider could not sign anybody in. A fault of the provider or of the options, and not of the person.
enum ProviderError: Error, Equatable {
    /// The program curl could not be started.
    case noCurl(reason: String)
    case unreachable(String, reason: String)
    /// It answered with an error.
    case status(String, Int)
    /// Its answer is not JSON, or too long.
    case unreadable(String)
    /// Its description of itself has no good value of this name.
    case badDescription(String, member: String)
    /// The part of the ID token that is wrong.
    case badToken(IDToken.Fault)
}

extension ProviderError: MessageConvertible {
    var message: Message {
        switch self {
        case .noCurl(let reason): Message("provider.noCurl", ["reason": .text(reason)])
        case .unreachable(let url, let reason):
            Message("provider.unreachable", ["address": .text(url), "reason": .text(reason)])
        case .status(let url, let status):
            Message("provider.status", ["address": .text(url), "status": .value(status)])
        case .unreadable(let url): Message("provider.unreadable", ["address": .text(url)])
        case .badDescription(let url, let member):
            Message("provider.badDescription", ["address": .text(url), "name": .text(member)])
        case .badToken(let fault): Message("provider.badToken", ["name": .text(fault.rawValue)])
        }
    }
}
