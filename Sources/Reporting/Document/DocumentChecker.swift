import FoundationEssentials
import InventoryModel
import XMLValidation

/// Recounts a document while it is validated: what no schema can say about it.
final class DocumentChecker: XMLElementObserver {
    private var ids: Set<UUID> = []
    private var faults: [XMLFault] = []
    private var more = 0
    private var rows = 0
    private var archivedRows = 0
    private var totals = ValueTotals()
    private var declared = DeclaredSummary()
    private var groups: [String?: ValueTotals] = [:]
    private var item = CheckedItem()
    private var currency: Currency?

    func elementStarted(_ element: borrowing XMLElement) {
        switch element.depth {
        case 1 where element.isNamed("summary"):
            declared.read(element)
        case 2 where element.isNamed("item"):
            item = CheckedItem()
            item.id = element.attribute("id").flatMap { UUID(uuidString: $0) }
        case 2 where element.isNamed("group"):
            declared.addGroup(element)
        default: break
        }
        if element.depth <= 3 { currency = element.withAttribute("currency") { Currency(utf8: $0) } ?? nil }
    }

    func elementEnded(_ element: borrowing XMLElement, text: UnsafeBufferPointer<UInt8>) {
        switch element.depth {
        case 2 where element.isNamed("item"): count(line: element.line)
        case 2 where element.isNamed("total"): declared.addTotal(amount(text))
        case 3 where element.isNamed("total"): declared.addGroupTotal(amount(text))
        case 3: item.read(element, text, amount: amount(text))
        default: break
        }
    }

    private func amount(_ text: UnsafeBufferPointer<UInt8>) -> Money? {
        guard let currency else { return nil }
        return try? Money(amount: CheckedItem.trimmed(text), currency: currency)
    }

    private func fault(_ line: Int, _ rule: String, _ message: String) {
        if faults.count < 20 {
            faults.append(XMLFault(line: line, column: 1, rule: rule, message: message))
        } else {
            more += 1
        }
    }

    private func count(line: Int) {
        rows += 1
        if let id = item.id, !ids.insert(id).inserted {
            fault(line, "unique-id", "another item has this id already; give one of them an id of its own")
        }
        do throws(ValueError) {
            if let lineValue = item.lineValue, lineValue != (try item.value?.times(item.quantity)) {
                fault(line, "line-value", "lineValue is not quantity × value; it should be \(try item.expected())")
            }
            if item.isArchived { archivedRows += 1 }
            guard declared.archivedIncluded || !item.isArchived else { return }
            try totals.add(quantity: item.quantity, value: item.value, hasSerialNumber: item.hasSerialNumber)
            guard let by = declared.groupedBy else { return }
            try groups[by == "location" ? item.location : item.category, default: ValueTotals()].add(
                quantity: item.quantity, value: item.value, hasSerialNumber: item.hasSerialNumber)
        } catch {
            fault(line, "overflow", "\(error)")
        }
    }

    /// The faults of the schema and those of the sums together.
    func findings(with report: XMLFaultReport) -> DocumentFindings {
        // Sums of a document that breaks off or breaks the schema would only repeat what is wrong with it.
        if report.isValid {
            declared.compare(with: totals, archivedRows: archivedRows, groups: groups) { fault($0, $1, $2) }
        }
        let all = (report.faults + faults).enumerated().sorted {
            ($0.element.line, $0.offset) < ($1.element.line, $1.offset)
        }.map(\.element)
        return DocumentFindings(
            faults: Array(all.prefix(20)), more: max(0, all.count - 20) + more + report.furtherCount, totals: totals,
            rows: rows)
    }
}
