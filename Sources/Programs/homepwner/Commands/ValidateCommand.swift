import Files
import Inventory
import InventoryFormats
import JSON
import Localization
import Messages
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
            let name = path == "-" ? localized("stream.input") : path.onOneLine
            let result = try Progress.during(localized("progress.checking"), on: invocation.console) {
                try InventoryDocument.check(path: path) { try inspect($0, name: name) }
            }
            if invocation.arguments.has(.json) {
                try invocation.console.write(json(result, file: path))
            } else {
                for diagnostic in result.diagnostics {
                    let place = "\(name):\(diagnostic.location.line):\(diagnostic.location.column)"
                    let text = CommandError.text(of: diagnostic).onOneLine
                    invocation.console.warn("\(place): \(text) [\(diagnostic.rule)]\n")
                }
            }
            guard result.isValid else {
                let count = result.diagnostics.count + result.omittedCount
                throw CommandError.invalidReport(name, faults: count, unlisted: result.omittedCount)
            }
            if !invocation.arguments.has(.json) {
                try invocation.console.summarize(
                    localized(
                        "validate.valid", ["file": .text(name), "totals": .text(TotalsText.words(result.totals))]))
            }
        })

    /// Refuses a file that is not XML at all, because a list of XML faults would not help.
    private static func inspect(_ beginning: Span<UInt8>, name: String) throws(CommandError) {
        let beginning = Array(beginning)
        if beginning.isEmpty { throw .notXML(name, localized("validate.emptyFile")) }
        let isUTF16 = beginning.starts(with: [0xFF, 0xFE]) || beginning.starts(with: [0xFE, 0xFF])
        let appearance = FileFormat.appearance(of: beginning)
        let isMarkup = beginning.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "<")
        guard isUTF16 || (isMarkup && appearance != .webPage) else {
            // Its advice is about importing.
            let words = localized(appearance.message)
            let kind = words.split { $0 == ";" || $0 == "；" }.first ?? ""
            throw .notXML(name, localized("validate.looksLike", ["kind": .value(kind)]))
        }
    }

    private static func json(_ result: DocumentCheckResult, file: String) -> String {
        var json = JSONWriter(.pretty)
        json.object { json in
            json.add("file", .string(file))
            json.add("valid", .bool(result.isValid))
            json.add("rows", .number(result.rows))
            json.add("items", .number(result.totals.items))
            json.add("units", .number(result.totals.units.description))
            json.array("totals") { json in
                for money in result.totals.amounts {
                    json.object { json in
                        json.add("amount", .string(money.amountText))
                        json.add("currency", .string(money.currency.code))
                    }
                }
            }
            json.array("faults") { json in
                for diagnostic in result.diagnostics {
                    json.object { json in
                        json.add("line", .number(diagnostic.location.line))
                        json.add("column", .number(diagnostic.location.column))
                        json.add("rule", .string(diagnostic.rule))
                        json.add("message", .string(CommandError.text(of: diagnostic)))
                    }
                }
            }
            json.add("more", .number(result.omittedCount))
        }
        return json.text
    }
}
