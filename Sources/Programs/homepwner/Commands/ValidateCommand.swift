import Inventory
import InventoryFormats
import JSON
import Localization
import Reports
import XMLValidation

extension Command {
    static let validate = Command(
        name: "validate",
        operands: [PositionalArgument("FILE.xml")],
        options: [.json, .help],
        examples: ["validate claim.xml"],
        run: { invocation in
            let path = invocation.arguments.operand("FILE.xml") ?? "-"
            let name = path == "-" ? localized("standardInput") : path.onOneLine
            let findings = try InventoryDocument.check(path: path) { try inspect($0, name: name) }
            if invocation.arguments.has(.json) {
                try invocation.console.write(json(findings, file: path))
            } else {
                for fault in findings.faults {
                    let place = "\(name):\(fault.line):\(fault.column)"
                    invocation.console.warn("\(place): \(fault.message.onOneLine) [\(fault.rule)]\n")
                }
            }
            guard findings.isValid else {
                let count = findings.faults.count + findings.more
                throw CommandError.invalidReport(name, faults: count, unlisted: findings.more)
            }
            if !invocation.arguments.has(.json) {
                try invocation.console.say(
                    localized(
                        "validate.valid", ["file": .text(name), "totals": .text(TotalsText.words(findings.totals))]))
            }
        })

    /// Refuses what is no XML at all; listing its faults as those of a document would not help.
    private static func inspect(_ beginning: UnsafeRawBufferPointer, name: String) throws(CommandError) {
        if beginning.isEmpty { throw .notXML(name, localized("validate.emptyFile")) }
        let isUTF16 = beginning.starts(with: [0xFF, 0xFE]) || beginning.starts(with: [0xFE, 0xFF])
        let appearance = FileFormat.describe(beginning)
        let isMarkup = beginning.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "<")
        guard isUTF16 || (isMarkup && appearance != localized("appearance.webPage")) else {
            let kind = appearance.split(separator: ";").first ?? ""
            throw .notXML(name, localized("validate.looksLike", ["kind": .value(kind)]))
        }
    }

    private static func json(_ findings: DocumentCheckResult, file: String) -> String {
        var json = JSONWriter(.pretty)
        json.object { json in
            json.add("file", .string(file))
            json.add("valid", .bool(findings.isValid))
            json.add("rows", .number(findings.rows))
            json.add("items", .number(findings.totals.items))
            json.add("units", .number(findings.totals.units.description))
            json.array("totals") { json in
                for money in findings.totals.amounts {
                    json.object { json in
                        json.add("amount", .string(money.amountText))
                        json.add("currency", .string(money.currency.code))
                    }
                }
            }
            json.array("faults") { json in
                for fault in findings.faults {
                    json.object { json in
                        json.add("line", .number(fault.line))
                        json.add("column", .number(fault.column))
                        json.add("rule", .string(fault.rule))
                        json.add("message", .string(fault.message))
                    }
                }
            }
            json.add("more", .number(findings.more))
        }
        return json.text
    }
}
