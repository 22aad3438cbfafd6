import FoundationEssentials
import Inventory
import Message
import XMLValidation

/// Recounts a document while it is validated, which no schema can do.
final class DocumentChecker: XMLElementObserver {
    /// The most diagnostics that are kept; the rest are counted.
    static let limit = 20

    private var ids: Set<UUID> = []
    private var diagnostics: [DocumentDiagnostic] = []
    private var omittedCount = 0
    private var rows = 0
    private var archivedRows = 0
    private var totals = ValueTotals()
    private var declared = DeclaredSummary()
    private var claim = ClaimChecker()
    private var groups: [String?: ValueTotals] = [:]
    private var item = ParsedItem(at: XMLLocation(line: 1, column: 1))
    private var isInItem = false
    private var currency: Currency?
    /// The position of the start tag of the amount or value that is checked.
    private var valueLocation = XMLLocation(line: 1, column: 1)
    /// Whether an amount or a quantity could not be read or is wrong, so that no total can be checked.
    private var hasFaultyAmount = false
    /// The distance of the next item's line number from its position in the document; in a valid document that of the
    /// list's first line.
    private var lineNumberShift = 0
    /// The line number of the item before.
    private var lastLineNumber = 0
    /// Whether the first item has a line number; nil before there is one.
    private var isNumbered: Bool?

    func elementStarted(_ element: borrowing ValidatedElement) {
        switch element.depth {
        case 1 where element.isNamed("selection"):
            declared.readSelection(element)
        case 1 where element.isNamed("summary"):
            declared.read(element)
        case 1 where element.isNamed("items"):
            // A volume of a longer list continues the line numbers of the one before.
            lineNumberShift = (element.attribute("firstLine").flatMap { Int($0) } ?? 1) &- 1
            lastLineNumber = lineNumberShift
        case 2 where element.isNamed("item"):
            item = ParsedItem(at: element.place)
            isInItem = true
            item.id = element.attribute("id").flatMap { UUID(uuidString: $0) }
            rows += 1
            checkLineNumber(element)
        case 2 where element.isNamed("total"):
            declared.beginTotal(element)
        case 2 where element.isNamed("group"):
            declared.addGroup(element)
        case 3 where element.isNamed("lineValue"):
            item.lineValueLocation = element.place
        default: break
        }
        claim.start(element)
        readCurrency(element)
        if isInItem, CheckedValueKind(element) != nil { valueLocation = element.place }
    }

    private func readCurrency(_ element: borrowing ValidatedElement) {
        currency = element.withAttribute("currency") { Currency(utf8: $0) } ?? nil
        if currency != nil { valueLocation = element.place }
        guard currency == nil, let code = element.attribute("currency") else { return }
        hasFaultyAmount = true
        // The schema validation already reports a text that does not have the form of a code.
        guard code.utf8.count == 3, code.utf8.allSatisfy((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains) else {
            return
        }
        report(element.place, rule: "currency", ValueError.unknownCurrency(String(code.prefix(16))).message)
    }

    /// Lines count from the list's first. After one that does not, the next may go on from it or from those before it, so that one gap
    /// or one wrong number is one fault.
    private func checkLineNumber(_ element: borrowing ValidatedElement) {
        let text = element.attribute("line")
        if isNumbered == nil { isNumbered = text != nil }
        if isNumbered == true, text == nil {
            lastLineNumber = rows &+ lineNumberShift
            return report(item.place, rule: "line-number", Message("report.document.missingLineNumber"))
        }
        if isNumbered == false, text != nil {
            // Most likely the first one lost its own: the rest counts on from here.
            isNumbered = true
            lineNumberShift = (text.flatMap { Int($0) } ?? rows) &- rows
            lastLineNumber = rows &+ lineNumberShift
            return report(item.place, rule: "line-number", Message("report.document.unexpectedLineNumber"))
        }
        guard let text else { return }
        // The schema validation already reports a text that is not a number. A number that is too large is wrong.
        let digits = text.drop { " \t\r\n+".contains($0) }.prefix { ("0"..."9").contains($0) }
        let number = Int(digits) ?? (digits.isEmpty ? lastLineNumber &+ 1 : Int.max)
        let expected = rows &+ lineNumberShift
        defer { lastLineNumber = number }
        if number == expected { return }
        if rows > 1, number == lastLineNumber &+ 1 {
            lineNumberShift = number &- rows
            return
        }
        report(
            item.place, rule: "line-number",
            Message(
                "report.document.wrongLineNumber", ["stated": String(text.prefix(24)), "expected": "\(expected)"]))
    }

    func elementEnded(_ element: borrowing ValidatedElement, text: UnsafeBufferPointer<UInt8>) {
        let amount = amount(text)
        currency = nil
        check(element, text)
        claim.end(element, text, amount: amount)
        switch element.depth {
        case 2 where element.isNamed("item"):
            count()
            isInItem = false
        case 2 where element.isNamed("total"): declared.addTotal(amount)
        case 3 where element.isNamed("total"): declared.addGroupTotal(amount)
        case 3: item.read(element, text, amount: amount)
        default: break
        }
    }

    /// Reads the amount of an element that names a currency. Reports one that no import would accept.
    private func amount(_ text: some BidirectionalCollection<UInt8>) -> Money? {
        guard let currency else { return nil }
        do throws(ValueError) {
            return try Money(amount: ParsedItem.trimmed(text, ofPlus: false), currency: currency)
        } catch {
            hasFaultyAmount = true
            item.hasUnreadableAmount = true
            // The schema validation already reports a text that is not a number of at most four decimals.
            if XSDLexicalForm.isDecimal(ParsedItem.trimmed(text, ofPlus: false), fractionDigits: 4) {
                report(valueLocation, rule: "amount", error.message)
            }
            return nil
        }
    }

    /// Reports a value that no import would accept. Values that depend on it are then not counted, as that would only
    /// repeat it.
    private func check(_ element: borrowing ValidatedElement, _ text: some BidirectionalCollection<UInt8>) {
        let text = ParsedItem.trimmed(text)
        guard isInItem, let kind = CheckedValueKind(element), let error = kind.objection(to: text) else { return }
        if !kind.isSchemaViolation(error, in: text) { report(valueLocation, rule: kind.rawValue, error.message) }
        if kind == .quantity {
            item.hasUnreadableAmount = true
            hasFaultyAmount = true
        } else {
            claim.excludeLine()
        }
    }

    private func report(_ location: XMLLocation, rule: String, _ message: Message) {
        report([DocumentDiagnostic(location, rule: rule, message)])
    }

    private func report(_ problems: [DocumentDiagnostic]) {
        let kept = problems.prefix(DocumentChecker.limit - diagnostics.count)
        diagnostics += kept
        omittedCount += problems.count - kept.count
    }

    private func count() {
        if let id = item.id, !ids.insert(id).inserted {
            report(item.place, rule: "unique-id", Message("report.document.duplicateID"))
        }
        do throws(ValueError) {
            let expected = try item.value?.times(item.quantity)
            if !item.hasUnreadableAmount, let lineValue = item.lineValue, lineValue != expected {
                report(
                    item.lineValueLocation ?? item.place, rule: "line-value",
                    expected.map { Message("report.document.wrongLineValue", ["expected": "\($0)"]) }
                        ?? Message("report.document.unwantedLineValue"))
                // Sums that differ would only repeat it.
                hasFaultyAmount = true
            }
            if item.isArchived { archivedRows += 1 }
            guard declared.archivedIncluded || !item.isArchived else { return }
            if item.lineValueLocation == nil, let expected {
                report(
                    item.place, rule: "line-value",
                    Message("report.document.missingLineValue", ["expected": "\(expected)"]))
            }
            try totals.add(quantity: item.quantity, value: item.value, hasSerialNumber: item.hasSerialNumber)
            report(try claim.count(item))
            guard let by = declared.groupedBy else { return }
            try groups[by == "location" ? item.location : item.category, default: ValueTotals()].add(
                quantity: item.quantity, value: item.value, hasSerialNumber: item.hasSerialNumber)
        } catch {
            report(item.place, rule: "overflow", error.message)
        }
    }

    /// Merges the problems that the schema validation found with those of the sums.
    func result(with report: XMLValidationReport) -> DocumentCheckResult {
        // If the document breaks off or breaks the schema, wrong sums would only repeat that.
        if report.isValid, !hasFaultyAmount {
            self.report(declared.compare(with: totals, archivedRows: archivedRows, groups: groups))
            self.report(claim.compare())
        }
        let all = (report.diagnostics.map(DocumentDiagnostic.init) + diagnostics).enumerated().sorted {
            ($0.element.location.line, $0.element.location.column, $0.offset)
                < ($1.element.location.line, $1.element.location.column, $1.offset)
        }.map(\.element)
        return DocumentCheckResult(
            diagnostics: Array(all.prefix(DocumentChecker.limit)),
            omittedCount: max(0, all.count - DocumentChecker.limit) + omittedCount + report.omittedCount,
            totals: totals, rows: rows)
    }
}
