import Inventory

/// A cell of an OpenDocument table: the attributes of its tag, and with its text its value.
struct OpenDocumentCell {
    private enum ValueType {
        case unknown, number, percentage, money, date, time, boolean, text
    }

    /// Number of times that the cell occurs in its row.
    private(set) var repetitions = 1
    private var type = ValueType.unknown
    private var value: [UInt8] = []
    private var currency = ""
    private var isError = false
    private var hasFormula = false
    /// Whether a merged cell covers it: what it holds is not shown.
    private var isCovered = false
    /// The rows and columns of a merged cell.
    private(set) var rowsSpanned = 1
    private(set) var columnsSpanned = 1
    /// The address that the cell links to.
    var link: String?

    /// Begins the next cell. The memory of the value is used again.
    mutating func start(_ element: PartElement, _ names: OpenDocumentNames, isCovered: Bool) {
        value.removeAll(keepingCapacity: true)
        (repetitions, type, currency) = (1, .unknown, "")
        (isError, hasFormula, self.isCovered) = (false, false, isCovered)
        (rowsSpanned, columnsSpanned, link) = (1, 1, nil)
        for attribute in element.attributes {
            let name = attribute.name
            let bytes = element.value(of: attribute)
            if name == names.valueType {
                // LibreOffice repeats the type in a namespace of its own, and tells there of errors.
                if bytes.first == UInt8(ascii: "e"), bytes.elementsEqual("error".utf8) {
                    isError = true
                } else {
                    type = OpenDocumentCell.type(bytes)
                }
            } else if name == names.value || name == names.dateValue || name == names.timeValue
                || name == names.booleanValue || name == names.stringValue
            {
                value.removeAll(keepingCapacity: true)
                value.append(contentsOf: UnsafeBufferPointer(rebasing: bytes.prefix(Spreadsheet.textLimit)))
            } else if name == names.columnsRepeated {
                repetitions = OpenDocumentCell.repetitions(bytes)
            } else if name == names.rowsSpanned {
                rowsSpanned = OpenDocumentCell.repetitions(bytes)
            } else if name == names.columnsSpanned {
                columnsSpanned = OpenDocumentCell.repetitions(bytes)
            } else if name == names.currency {
                currency = String(decoding: bytes.prefix(40), as: UTF8.self)
            } else if name == names.formula {
                hasFormula = true
                link = Hyperlink.address(inFormula: bytes)
            }
        }
    }

    private static func type(_ value: UnsafeBufferPointer<UInt8>) -> ValueType {
        switch value.first {
        case UInt8(ascii: "f"): .number
        case UInt8(ascii: "p"): .percentage
        case UInt8(ascii: "c"): .money
        case UInt8(ascii: "d"): .date
        case UInt8(ascii: "t"): .time
        case UInt8(ascii: "b"): .boolean
        case UInt8(ascii: "s"): .text
        default: .unknown
        }
    }

    /// Reads a count of at least 1; a larger one than 2^30 counts as that.
    static func repetitions(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        min(max(Int(String(decoding: bytes.prefix(18), as: UTF8.self)) ?? 1, 1), 1 << 30)
    }

    /// The value of the cell.
    /// - Parameter text: the text of its paragraphs.
    func value(text: [UInt8]) -> SheetCell {
        if isCovered { return .empty }
        func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        if isError || (hasFormula && type != .boolean && OpenDocumentCell.isErrorText(text)) {
            return .unusable(.formulaError(string(Array(text.prefix(60)))))
        }
        switch type {
        case .unknown:
            if text.isEmpty { return hasFormula ? .unusable(.notCalculated) : .empty }
            return .text(string(text))
        case .text:
            let shown = value.isEmpty ? text : value
            return shown.isEmpty ? .empty : .text(string(shown))
        case .boolean: return .boolean(value.elementsEqual("true".utf8))
        case .date: return value.withUnsafeBufferPointer { CellDate.fromText($0) }
        case .time: return .text(OpenDocumentCell.clock(value) ?? string(text.isEmpty ? value : text))
        case .number, .percentage, .money:
            guard let number = value.withUnsafeBufferPointer({ CellNumber.plain($0) }) else {
                return .unusable(.malformed(string(Array(value.prefix(60)))))
            }
            return switch type {
            case .percentage: .percentage(number)
            case .money where !currency.isEmpty: .money(number, currency: currency)
            case .number where OpenDocumentCell.isLabel(text, of: number): .text(string(text))
            default: .number(number)
            }
        }
    }

    /// Whether a whole number is shown as a label: with zeros before it, such as `00007`, `000-007` or `SN-00007`.
    private static func isLabel(_ text: [UInt8], of number: String) -> Bool {
        guard text.count > number.utf8.count, number.utf8.allSatisfy(\.isDigit) else { return false }
        let digits = text.filter(\.isDigit)
        return digits.count > number.utf8.count && digits.first == UInt8(ascii: "0")
            && digits.drop { $0 == UInt8(ascii: "0") }.elementsEqual(number.utf8.drop { $0 == UInt8(ascii: "0") })
            && !text.contains { [UInt8(ascii: "."), UInt8(ascii: ",")].contains($0) }
    }

    private static let errorTexts: Set = [
        "#REF!", "#DIV/0!", "#VALUE!", "#NAME?", "#N/A", "#NUM!", "#NULL!", "#SPILL!", "#CALC!",
    ]

    /// Whether the result of a formula is one of the texts of errors; files of other programs than LibreOffice do not
    /// mark them.
    private static func isErrorText(_ text: [UInt8]) -> Bool {
        guard text.count >= 4, text.count < 9 else { return false }
        return text.starts(with: "Err:".utf8)
            || (text[0] == UInt8(ascii: "#") && errorTexts.contains(String(decoding: text, as: UTF8.self)))
    }

    /// Returns the duration `PT13H45M00.5S` as `13:45:00`, nil if it is another one.
    private static func clock(_ bytes: [UInt8]) -> String? {
        guard bytes.starts(with: "PT".utf8), bytes.count <= 40 else { return nil }
        var seconds = 0
        var number = 0
        var isFraction = false
        for byte in bytes.dropFirst(2) {
            let digit = byte &- UInt8(ascii: "0")
            if digit <= 9 {
                if !isFraction { number = number * 10 + Int(digit) }
                guard number < 1_000_000 else { return nil }
                continue
            }
            switch byte {
            case UInt8(ascii: "."), UInt8(ascii: ","):
                isFraction = true
                continue
            case UInt8(ascii: "H"): seconds += number * 3600
            case UInt8(ascii: "M"): seconds += number * 60
            case UInt8(ascii: "S"): seconds += number
            default: return nil
            }
            number = 0
        }
        return CellDate.clock(seconds, leadingZero: true)
    }
}
