import FoundationEssentials
import InventoryModel
import InventoryStore
import Templating

// What follows a form that was sent: the way back, or the question which values to keep.
extension Service {
    func formAnswer(
        _ result: Result<EditResult, Problem>, _ request: Request, _ fields: FormFields, back: String
    ) -> Answer {
        switch result {
        case .success: return .see(back)
        case .failure(let problem):
            guard let conflict = problem.conflict, request.head.wantsPage else { return refusal(problem, request.head) }
            do throws(Problem) {
                return try conflictPage(conflict, request, fields, back: back)
            } catch {
                return refusal(error, request.head)
            }
        }
    }

    /// Asks which values to keep, or, before a removal, to look once more.
    private func conflictPage(
        _ conflict: ItemConflict, _ request: Request, _ fields: FormFields, back: String
    ) throws(Problem) -> Answer {
        let words = forms.words(for: request.head)
        var data = FormPages.carried(request.admission.caller, returning: back)
        data["base"] = .text(conflict.revision.description)
        if case .deletePage(let id) = request.route {
            data["action"] = .text("/delete/\(id.text)")
            data["problem"] = .text(words["deletedConflict"])
            data["name"] = .text(words["editTitle"])
            data["serial"] = .null
            return try forms.page(.delete, title: words["deleteTitle"], words, status: 412, data)
        }
        data["action"] = .text("/edit/\(conflict.item.text)")
        let contested = Set(conflict.fields.map(\.field.rawValue))
        data["kept"] = .list(
            fields.names.filter { name in
                !["csrf", "key", "return", "base"].contains(name) && !contested.contains(name)
                    && !contested.contains { name == "was-\($0)" || name == "keep-\($0)" }
            }.map { ["name": .text($0), "value": .text(fields[$0] ?? "")] })
        data["conflicts"] = .list(
            conflict.fields.map { field in
                func shown(_ value: FieldValue) -> TemplateValue { value == .none ? .null : .text(value.description) }
                return [
                    "name": .text(field.field.rawValue), "label": .text(words["field.\(field.field.rawValue)"]),
                    "before": shown(field.base), "theirs": shown(field.theirs), "yours": shown(field.yours),
                ]
            })
        return try forms.page(.conflict, title: words["conflictTitle"], words, status: 412, data)
    }
}
