import FoundationEssentials
import Inventory
package import Message
package import XMLValidation

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
        do {
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
        guard isInItem, let kind = CheckedValueKind(element), let error = kind.fault(in: text) else { return }
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
        do {
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

/// The values besides amounts that are needed to recount a line. The schema accepts more of them than an import: days
/// with a time zone, numbers with any decimals.
enum CheckedValueKind: String {
    case quantity, depreciation, date

    /// The kind as which the text of an element within an item is read; nil if nothing depends on it.
    init?(_ element: borrowing ValidatedElement) {
        switch element.depth {
        case 3 where element.isNamed("quantity"): self = .quantity
        case 3 where element.isNamed("depreciation"): self = .depreciation
        case 4 where element.isNamed("date") || element.isNamed("expires"): self = .date
        default: return nil
        }
    }

    /// Returns the reason why no import would accept a text; nil if one would.
    func fault(in text: some Collection<UInt8>) -> ValueError? {
        do {
            switch self {
            case .quantity: _ = try Quantity(text)
            case .depreciation: _ = try Percentage(text)
            // The schema tells which dates may be approximate.
            case .date: if (try? CalendarDate(approximate: text)) == nil { _ = try CalendarDate(text) }
            }
            return nil
        } catch {
            return error
        }
    }

    /// Whether the schema does not accept such a text either, so that its diagnostic is enough.
    func isSchemaViolation(_ fault: ValueError, in text: some Collection<UInt8>) -> Bool {
        switch (self, fault) {
        case (.quantity, _), (.depreciation, .tooManyDecimals), (.depreciation, .malformed):
            !XSDLexicalForm.isDecimal(text) || text.first == UInt8(ascii: "-")
        case (.date, .malformed): !XSDLexicalForm.isDate(text)
        default: true
        }
    }
}

/// The forms of the schema's built-in types, which are wider than those of the model.
enum XSDLexicalForm {
    /// The most digits of a number that libxml2 takes.
    private static let mostDigits = 24

    /// Whether a text has the form of a decimal number: `1.5`, `+1`, `1.`, `.5` (XML Schema part 2, 3.2.3), with no more
    /// decimals than a facet allows.
    static func isDecimal(_ text: some Collection<UInt8>, fractionDigits: Int = mostDigits) -> Bool {
        let number = text.first.map("+-".utf8.contains) == true ? text.dropFirst() : text[...]
        let parts = number.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { Array($0) }
        guard parts.count <= 2, parts.contains(where: { !$0.isEmpty }), parts.allSatisfy({ $0.allSatisfy(\.isDigit) })
        else { return false }
        let zero = UInt8(ascii: "0")
        let whole = parts[0].drop { $0 == zero }.count
        let decimals = parts.count == 2 ? parts[1].reversed().drop { $0 == zero }.count : 0
        return decimals <= fractionDigits && whole + decimals <= mostDigits
    }

    /// Whether a text has the form of a day: `2020-02-29`, `-12020-02-29`, both also with a time zone such as `Z` or
    /// `+01:00` (XML Schema part 2, 3.2.9).
    static func isDate(_ text: some Collection<UInt8>) -> Bool {
        var day = Array(text)
        if day.last == UInt8(ascii: "Z") {
            day.removeLast()
        } else if day.count > 6, day[day.count - 3] == UInt8(ascii: ":") {
            day.removeLast(6)
        }
        if day.first == UInt8(ascii: "-") { day.removeFirst() }
        let parts = day.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0].count >= 4 && parts[1].count == 2 && parts[2].count == 2
            && parts.allSatisfy { $0.allSatisfy(\.isDigit) }
    }
}

/// One thing that is wrong with an XML report, and where.
package struct DocumentDiagnostic: Equatable, Sendable, MessageConvertible {
    /// Line and column, from 1: right after the markup or value for problems of the schema, else the start of the
    /// element.
    package let location: XMLLocation
    /// The broken rule: a validation rule of XML Schema such as `cvc-pattern-valid`, or a name of this program.
    package let rule: String
    /// The problem.
    package let message: Message

    init(_ location: XMLLocation, rule: String, _ message: Message) {
        (self.location, self.rule, self.message) = (location, rule, message)
    }

    /// The form of a problem that the schema validation found.
    init(_ diagnostic: XMLDiagnostic) {
        self.init(
            XMLLocation(line: diagnostic.line, column: diagnostic.column), rule: diagnostic.rule,
            diagnostic.problem.message)
    }
}

extension MessageArgument where Self == Message {
    /// The amounts of a total, or that there are none.
    static func amounts(_ amounts: [Money]) -> Message {
        amounts.isEmpty
            ? Message("report.document.noAmounts")
            : Message(text: amounts.map(\.description).joined(separator: ", "))
    }
}

/// The values of an item that count towards the totals.
struct ParsedItem {
    /// The position of its start tag.
    var place: XMLLocation
    var id: UUID?
    var quantity = Quantity.one
    var value: Money?
    var lineValue: Money?
    /// The position of the line value's start tag.
    var lineValueLocation: XMLLocation?
    var hasSerialNumber = false
    /// Whether an amount or the quantity could not be read, so that value and line value cannot be compared.
    var hasUnreadableAmount = false
    var isArchived = false
    var location: String?
    var category: String?

    init(at place: XMLLocation) { self.place = place }

    mutating func read(
        _ element: borrowing ValidatedElement, _ text: some BidirectionalCollection<UInt8>, amount: Money?
    ) {
        if element.isNamed("quantity") {
            quantity = (try? Quantity(ParsedItem.trimmed(text))) ?? .one
        } else if element.isNamed("value") {
            value = amount
        } else if element.isNamed("lineValue") {
            lineValue = amount
        } else if element.isNamed("serialNumber") {
            hasSerialNumber = !text.isEmpty
        } else if element.isNamed("archived") {
            let word = ParsedItem.trimmed(text)
            isArchived = word.elementsEqual("true".utf8) || word.elementsEqual("1".utf8)
        } else if element.isNamed("location") {
            location = text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
        } else if element.isNamed("category") {
            category = text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
        }
    }

    /// White space around numbers is not part of them (XML Schema part 2, 4.3.6), nor is a leading plus sign if
    /// it is removed.
    static func trimmed<Text: BidirectionalCollection<UInt8>>(
        _ text: Text, ofPlus: Bool = true
    ) -> Text.SubSequence {
        var slice = text[...]
        while let first = slice.first, first <= 0x20 || (ofPlus && first == UInt8(ascii: "+")) { slice.removeFirst() }
        while let last = slice.last, last <= 0x20 { slice.removeLast() }
        return slice
    }
}
