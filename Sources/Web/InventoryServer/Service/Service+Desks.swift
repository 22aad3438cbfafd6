import Inventory
import InventoryStore
import Localization

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
                send(answer, to: mailbox)
            }
            if !isTaken { mailbox.put { [self] in refusal(Problem(.stopping), head) } }
        }
    }

    /// Does what words faults in the language of a page's reader; programs read English.
    func speaking<Result>(to head: RequestHead, _ work: () -> Result) -> Result {
        guard head.wantsPage, head.target.path.first != "api" else { return work() }
        return Speech.$words.withValue(forms.words(for: head).catalogue, operation: work)
    }

    /// Sends an answer, when the published pages show what it awaits or after some seconds.
    private func send(_ answer: Answer, to mailbox: Mailbox) {
        guard let revision = answer.kind.awaits else { return mailbox.put { self.settled(answer) } }
        published(revision) { mailbox.put { self.settled(answer) } }
    }

    /// The reply that sends an answer.
    func replying(_ answer: Answer, _ head: RequestHead) -> Reply {
        guard answer.kind.awaits != nil else { return .now(answer) }
        return .later { [self] mailbox in send(decorate(answer, head), to: mailbox) }
    }

    /// The answer as it is sent: the way back leads to the front page where the page it names is published no more.
    func settled(_ answer: Answer) -> Answer {
        guard case .wayBack(let path, _) = answer.kind, let file = path.file, folder.file(file) == nil else {
            return answer
        }
        return .see(ReturnPath.front.text)
    }

    /// Makes a change and answers when it is durable.
    ///
    /// A browser that sent a form comes back to the published pages, so it is answered when these show the change.
    /// Where others make changes at the same time nobody is waited for.
    /// - Parameter asked: the request as it was sent; see ``ChangeContext/asked``.
    func changing(
        _ edit: EditRequest, key: IdempotencyKey?, asked: String? = nil, _ head: RequestHead,
        _ body: @escaping @Sendable (Service, Result<EditResult, Problem>) -> Answer
    ) throws(Problem) -> Reply {
        try checkDisk(for: key.map { [$0] } ?? [])
        let context = ChangeContext(actor: options.actor, key: key, asked: asked, moment: .current)
        let alone = edits.makeAlone { writer throws(StoreError) in try edit.make(writer, context) }
        if let alone { return replying(speaking(to: head) { body(self, alone.mapError(Problem.init)) }, head) }
        return .later { [self] mailbox in
            let isTaken = edits.submit(
                EditDesk.Edit(
                    make: { writer throws(StoreError) in try edit.make(writer, context) },
                    // The answer is worded on the connection's own thread: the next edits need not wait for that.
                    done: { [self] result in
                        mailbox.put { [self] in
                            let answer = speaking(to: head) { body(self, result.mapError(Problem.init)) }
                            return decorate(settled(answer), head)
                        }
                    }))
            if !isTaken { mailbox.put { [self] in refusal(Problem(.stopping), head) } }
        }
    }
}

extension JSONWriter {
    /// What a change came to.
    mutating func write(_ result: EditResult, _ name: JSONName? = nil) {
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
