import FoundationEssentials
package import Inventory
package import JSON

/// The JSON form of an item, for the command line, the HTTP API, exports and imports.
///
/// Members have the names and the nesting of ``ItemField/path`` and the order of ``ItemField/allCases``. Fields without
/// a value and flags that are false are omitted.
package enum ItemJSON {
    /// Writes an item as an object.
    /// - Parameters:
    ///   - item: the item.
    ///   - revision: the last member, `revision`, if given.
    ///   - json: the writer; an element of a list, or the only value of a text.
    package static func write(_ item: Item, revision: Int64? = nil, to json: inout JSONWriter) {
        json.object { json in
            writeMembers(of: item, to: &json)
            if let revision { json.add("revision", .number(revision)) }
        }
    }

    /// Writes the members of an item into an object that the caller has opened.
    package static func writeMembers(of item: Item, to json: inout JSONWriter) {
        var section: String?
        for (field, path) in paths {
            let value = item[field]
            if case .none = value { continue }
            if case .flag(false) = value { continue }
            let wanted = path.count > 1 ? path[0] : nil
            if wanted != section {
                if section != nil { json.close(.object) }
                if let wanted { json.open(.object, as: wanted) }
                section = wanted
            }
            write(value, as: path[path.count - 1], to: &json)
        }
        if section != nil { json.close(.object) }
    }

    private static let paths = ItemField.allCases.map { ($0, $0.path) }

    /// Writes the value of a field as a member; a field without a value is null.
    package static func write(_ value: FieldValue, as name: String, to json: inout JSONWriter) {
        switch value {
        case .money(let money): json.object(name) { $0.addMembers(of: money) }
        case .tags(let tags):
            json.array(name) { json in
                for tag in tags { json.add(.string(tag)) }
            }
        case .photos(let photos):
            json.array(name) { json in
                for photo in photos { write(photo, to: &json) }
            }
        case .documents(let documents):
            json.array(name) { json in
                for document in documents { write(document, to: &json) }
            }
        case .customFields(let fields):
            json.array(name) { json in
                for field in fields {
                    json.object { json in
                        json.add("name", .string(field.name))
                        json.add("value", .string(field.value))
                    }
                }
            }
        case .none: json.add(name, .null)
        case .flag(let flag): json.add(name, .bool(flag))
        case .quantity, .percentage: json.add(name, .number(value.description))
        case .text, .timestamp, .date, .identifier: json.add(name, .string(value.description))
        }
    }

    /// Writes a photo as an element of a list.
    package static func write(_ photo: PhotoReference, to json: inout JSONWriter) {
        json.object { json in
            json.add("hash", .string(photo.hash.description))
            json.add("mediaType", .string(photo.mediaType))
            if let name = photo.fileName { json.add("fileName", .string(name)) }
            json.add("bytes", .number(photo.bytes))
            json.add("width", .number(photo.width))
            json.add("height", .number(photo.height))
            if let caption = photo.caption { json.add("caption", .string(caption)) }
            if photo.isPrimary { json.add("primary", .bool(true)) }
        }
    }

    /// Writes a document as an element of a list.
    package static func write(_ document: DocumentReference, to json: inout JSONWriter) {
        json.object { json in
            json.add("hash", .string(document.hash.description))
            json.add("kind", .string(document.kind.rawValue))
            if let title = document.title { json.add("title", .string(title)) }
            if let number = document.number { json.add("number", .string(number)) }
            if let date = document.date { json.add("date", .string(date.description)) }
            json.add("mediaType", .string(document.mediaType))
            if let name = document.fileName { json.add("fileName", .string(name)) }
            json.add("bytes", .number(document.bytes))
        }
    }

    /// Writes an amount as an element of a list.
    package static func write(_ money: Money, to json: inout JSONWriter) {
        json.object { $0.addMembers(of: money) }
    }

    /// Writes totals as a member.
    /// - Parameter hasValues: false to leave out what is about values.
    package static func write(
        _ totals: ValueTotals, as name: String, hasValues: Bool = true, to json: inout JSONWriter
    ) {
        json.object(name) { json in
            json.add("items", .number(totals.items))
            json.add("units", .number(totals.units.description))
            if hasValues { json.add("withoutValue", .number(totals.withoutValue)) }
            json.add("withoutSerialNumber", .number(totals.withoutSerialNumber))
            guard hasValues else { return }
            json.array("amounts") { json in
                for amount in totals.amounts { write(amount, to: &json) }
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func addMembers(of money: Money) {
        add("amount", .string(money.amountText))
        add("currency", .string(money.currency.code))
    }
}

/// A member of an item's JSON that cannot be read.
package struct ItemJSONDiagnostic: Error, Equatable, Sendable {
    /// The reasons.
    package enum Reason: Equatable, Sendable {
        /// Items have no such member.
        case unknownField
        /// A group of fields is not an object.
        case expectedObject
        /// The value has another form than fields of this kind.
        case wrongForm(ItemField.Kind)
        /// The value breaks a rule of the field.
        case value(ValueError)
        /// A member of a photo or document is not valid.
        case attachment(ImportFieldDiagnostic.Reason)
    }

    /// The member's path, separated by points: `purchase.date`.
    package let path: String
    /// The reason.
    package let reason: Reason
}

// Reading is strict: every value must have the form in which `write` writes it. Imports accept more, see JSONItemReader.
extension ItemJSON {
    /// The values of an item's members, and the members that cannot be read.
    package struct Members: Equatable, Sendable {
        /// The stated fields. ``FieldValue/none`` is null.
        package private(set) var values: [ItemField: FieldValue] = [:]
        /// Every diagnostic, in the order of the text.
        package private(set) var diagnostics: [ItemJSONDiagnostic] = []
        private let allowsNull: Bool
        private let excludedFields: Set<ItemField>

        /// Reads the members of an item or of a merge patch (RFC 7396).
        ///
        /// - Parameters:
        ///   - members: the members; those that belong to an envelope must have been removed.
        ///   - allowsNull: whether null clears a field, and all fields of a group, as in a merge patch.
        ///   - excludedFields: fields that count as unknown.
        package init(_ members: [JSONMember], allowsNull: Bool, excluding excludedFields: Set<ItemField> = []) {
            self.allowsNull = allowsNull
            self.excludedFields = excludedFields
            for member in members {
                guard ItemFieldNames.groups.contains(member.name) else {
                    read(member.value, path: member.name)
                    continue
                }
                switch member.value {
                case .object(let inner):
                    for innerMember in inner { read(innerMember.value, path: "\(member.name).\(innerMember.name)") }
                case .null where allowsNull:
                    for field in ItemField.allCases where field.path[0] == member.name {
                        values[field] = FieldValue.none
                    }
                default: diagnostics.append(ItemJSONDiagnostic(path: member.name, reason: .expectedObject))
                }
            }
        }

        private mutating func read(_ json: JSONValue, path: String) {
            guard let field = ItemFieldNames.fields[path], !excludedFields.contains(field) else {
                diagnostics.append(ItemJSONDiagnostic(path: path, reason: .unknownField))
                return
            }
            if json == .null, allowsNull {
                values[field] = FieldValue.none
                return
            }
            do {
                let value = try ItemJSON.value(json, of: field) ?? ItemJSON.attachments(json, of: field.kind)
                if let value {
                    values[field] = value
                } else {
                    diagnostics.append(ItemJSONDiagnostic(path: path, reason: .wrongForm(field.kind)))
                }
            } catch let error as ValueError {
                diagnostics.append(ItemJSONDiagnostic(path: path, reason: .value(error)))
            } catch let reason as ImportFieldDiagnostic.Reason {
                diagnostics.append(ItemJSONDiagnostic(path: path, reason: .attachment(reason)))
            } catch {
                diagnostics.append(ItemJSONDiagnostic(path: path, reason: .wrongForm(field.kind)))
            }
        }
    }

    /// Reads the value of a field; returns nil if the JSON has another form.
    /// - Throws: the rule of the field that the value breaks.
    package static func value(_ json: JSONValue, of field: ItemField) throws(ValueError) -> FieldValue? {
        switch (field.kind, json) {
        case (.text, .string(let text)): return .text(try Item.checked(text))
        case (.money, .object(let members)):
            guard members.count == 2, let amount = json["amount"]?.string, let code = json["currency"]?.string else {
                return nil
            }
            return .money(try Money(amount: amount.utf8, currency: try Currency(code: code)))
        case (.quantity, .number(let digits)): return .quantity(try Quantity(digits.utf8))
        case (.percentage, .number(let digits)): return .percentage(try Percentage(digits.utf8))
        case (.timestamp, .string(let text)): return .timestamp(try Timestamp(orDay: text))
        case (.date, .string(let text)): return .date(try field.date(text.utf8))
        case (.flag, .bool(let flag)): return .flag(flag)
        case (.identifier, .string(let text)): return UUID(text: text).map(FieldValue.identifier)
        case (.tags, .array(let elements)):
            let tags = elements.compactMap(\.string)
            guard tags.count == elements.count else { return nil }
            for tag in tags { _ = try Item.checked(tag) }
            return .tags(tags)
        case (.customFields, .array(let elements)):
            var fields: [CustomField] = []
            for element in elements {
                guard element.object?.count == 2, let name = element["name"]?.string,
                    let value = element["value"]?.string
                else { return nil }
                fields.append(CustomField(name: try Item.checked(name), value: try Item.checked(value)))
            }
            return .customFields(fields)
        default: return nil
        }
    }

    /// Reads photos or documents; returns nil if the JSON has another form or the field holds something else.
    /// - Throws: the reason why a member of a photo or document is not valid.
    private static func attachments(
        _ json: JSONValue, of kind: ItemField.Kind
    ) throws(ImportFieldDiagnostic.Reason) -> FieldValue? {
        switch (kind, json) {
        case (.photos, .array(let elements)):
            guard let files = AttachmentMembers.list(elements) else { return nil }
            let photos = files.compactMap { try? $0.photo() }
            return photos.count == files.count ? .photos(photos) : nil
        case (.documents, .array(let elements)):
            guard let files = AttachmentMembers.list(elements) else { return nil }
            let documents = files.compactMap { try? $0.document() }
            return documents.count == files.count ? .documents(documents) : nil
        default: return nil
        }
    }
}

extension AttachmentMembers {
    /// Reads a list of photos or documents; returns nil if a member is neither a text, a number nor a flag.
    static func list(_ elements: [JSONValue]) -> [AttachmentMembers]? {
        var files: [AttachmentMembers] = []
        for element in elements {
            guard let members = element.object else { return nil }
            var file = AttachmentMembers()
            for member in members {
                switch member.value {
                case .string(let text), .number(let text): file.values[member.name] = text
                case .bool(let flag): file.values[member.name] = flag ? "true" : "false"
                case .null: break
                case .array, .object: return nil
                }
            }
            files.append(file)
        }
        return files
    }
}
