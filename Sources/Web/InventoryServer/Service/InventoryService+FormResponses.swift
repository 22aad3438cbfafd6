import FoundationEssentials
import Inventory
import InventoryStore
import Templating

// What follows a form that was sent: the way back, or the question which values to keep.
extension InventoryService {
    func formResponse(
        _ result: Result<EditResult, HTTPError>, _ request: Request, _ fields: FormFields, back: ReturnPath
    ) -> Response {
        switch result {
        case .success(let result): return .back(to: back, after: result.outcome.revision)
        case .failure(let problem):
            guard let conflict = problem.conflict, request.head.wantsPage else {
                return errorResponse(problem, request.head)
            }
            do throws(HTTPError) {
                return try conflictPage(conflict, request, fields, back: back.text)
            } catch {
                return errorResponse(error, request.head)
            }
        }
    }

    /// Asks which values to keep, or, before a removal, to look once more.
    private func conflictPage(
        _ conflict: ItemConflict, _ request: Request, _ fields: FormFields, back: String
    ) throws(HTTPError) -> Response {
        let words = forms.words(for: request.head)
        var data = FormPages.carried(request.authorization.caller, returning: back)
        data["base"] = .text(conflict.revision.description)
        if case .deletePage(let id) = request.route {
            data["action"] = .text("/delete/\(id.text)")
            data["problem"] = .text(words["deletedConflict"])
            data["name"] = .text(words["editTitle"])
            data["serial"] = .null
            return try forms.page(.delete, title: words["deleteTitle"], words, status: 412, data)
        }
        data["action"] = .text("/edit/\(conflict.item.text)")
        let contested = Set(conflict.fields.map(\.field.name))
        data["kept"] = .list(
            fields.names.filter { name in
                !["csrf", "key", "return", "base"].contains(name) && !contested.contains(name)
                    && !contested.contains { name == "was-\($0)" || name == "keep-\($0)" }
            }.map { ["name": .text($0), "value": .text(fields[$0] ?? "")] })
        let conflicts = try HTTPError.translating { () throws(StoreError) in
            let snapshot = try store.snapshot()
            let parents = ParentChoice(snapshot)
            func shown(_ value: FieldValue, of field: ItemField) throws(StoreError) -> TemplateValue {
                if case .timestamp(let timestamp) = value {
                    return .text(options.momentText(timestamp, words.language, snapshot.settings.timeZone))
                }
                if field == .parent, case .identifier(let id) = value { return .text(try parents.text(id)) }
                return value == .none ? .null : .text(value.description)
            }
            var conflicts: [TemplateValue] = []
            for each in conflict.fields {
                conflicts.append([
                    "name": .text(each.field.name), "label": .text(words["field.\(each.field.name)"]),
                    "before": try shown(each.base, of: each.field), "theirs": try shown(each.theirs, of: each.field),
                    "yours": try shown(each.yours, of: each.field), "sent": .text(each.yours.description),
                ])
            }
            return conflicts
        }
        data["conflicts"] = .list(conflicts)
        return try forms.page(.conflict, title: words["conflictTitle"], words, status: 412, data)
    }
}
