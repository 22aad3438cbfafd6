import InventoryModel
import InventoryStore
import Wording

extension Service {
    /// Works on a thread meant for it, that of those who read where no other is named.
    func reading(
        _ head: RequestHead, on desk: ReadingDesk? = nil,
        _ body: @escaping @Sendable (Service) throws(Problem) -> Answer
    ) -> Reply {
        .later { [self] mailbox in
            let isTaken = (desk ?? readers).submit { [self] in
                let answer: Answer
                do throws(Problem) {
                    answer = decorate(try body(self), head)
                } catch {
                    answer = refusal(error, head)
                }
                guard let revision = answer.awaits else { return mailbox.put { answer } }
                published(revision) { mailbox.put { self.leading(answer) } }
            }
            if !isTaken { mailbox.put { [self] in refusal(Problem(.stopping), head) } }
        }
    }

    /// Does what words faults in the language of a page's reader; programs read English.
    func speaking<Result>(to head: RequestHead, _ work: () -> Result) -> Result {
        guard head.wantsPage, head.target.path.first != "api" else { return work() }
        return Speech.$words.withValue(forms.words(for: head).catalogue, operation: work)
    }

    /// Makes a change and answers when it is durable.
    /// - Parameter seesPages: whether to answer when the published pages show it, or after some seconds: a browser that
    ///   sent a form comes back to them. Where others make changes at the same time nobody is waited for.
    func changing(
        _ edit: EditRequest, key: IdempotencyKey?, _ head: RequestHead, seesPages: Bool = false,
        _ body: @escaping @Sendable (Service, Result<EditResult, Problem>) -> Answer
    ) throws(Problem) -> Reply {
        try checkDisk()
        let context = ChangeContext(actor: options.actor, key: key, moment: .current)
        let alone = edits.makeAlone { writer throws(StoreError) in try edit.make(writer, context) }
        if seesPages, case .success(let made)? = alone {
            return .later { [self] mailbox in
                published(made.outcome.revision) {
                    mailbox.put { [self] in decorate(speaking(to: head) { body(self, .success(made)) }, head) }
                }
            }
        }
        if let alone { return .now(speaking(to: head) { body(self, alone.mapError(Problem.init)) }) }
        return .later { [self] mailbox in
            let isTaken = edits.submit(
                EditDesk.Edit(
                    make: { writer throws(StoreError) in try edit.make(writer, context) },
                    // The answer is worded on the connection's own thread: the next edits need not wait for that.
                    done: { [self] result in
                        mailbox.put { [self] in
                            speaking(to: head) { decorate(body(self, result.mapError(Problem.init)), head) }
                        }
                    }))
            if !isTaken { mailbox.put { [self] in refusal(Problem(.stopping), head) } }
        }
    }
}

extension JSONWriter {
    /// What a change came to.
    mutating func write(_ result: EditResult, _ name: String? = nil) {
        object(name) { json in
            json.add("revision", result.outcome.revision.rawValue)
            json.add("repeated", result.outcome.isRepeat)
            if let id = result.outcome.item { json.add("id", id.text) }
            if let item = result.item { json.write(item, as: "item") }
            if !result.outcome.refused.isEmpty {
                json.array("refused") { json in
                    for obstacle in result.outcome.refused { json.write(obstacle) }
                }
            }
        }
    }
}
