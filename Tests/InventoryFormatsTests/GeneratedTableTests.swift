import Foundation
import Inventory
import TestSupport
import Testing

@testable import InventoryFormats

/// Generated tables, 100 times the rounds: a reading that is accepted without a question gives the items that were written; a table that
/// leaves something open is asked about, and the right answer gives the items.
@Suite struct GeneratedTableTests {
    @Test func acceptedReadingsAreTrueAndOpenOnesAreAsked() throws {
        var (accepted, asked, wrong) = (0, 0, 0)
        let count = Rounds.times(100)
        for seed in 0..<count {
            var generator = TableGenerator(seed: UInt64(seed))
            let made = generator.make()
            var table = try ReadTable(made.bytes, usual: "USD")
            if table.proposal.questions.isEmpty {
                accepted += 1
            } else {
                asked += 1
                var overrides = ReadingOverrides()
                for question in table.proposal.questions {
                    switch question.topic {
                    case .dateOrder: overrides.apply(.dateOrder(made.order ?? .dayMonthYear), to: question.topic)
                    case .decimal: overrides.apply(.decimal(made.style.separator), to: question.topic)
                    case .encoding: overrides.apply(.encoding(made.encoding, samples: []), to: question.topic)
                    case .nameColumn: overrides.apply(.nameColumn(made.nameHeading), to: question.topic)
                    default: Issue.record("seed \(seed): \(question.topic)\n\(made.text)")
                    }
                }
                if case .dateOrder = table.proposal.questions.first?.topic {
                    #expect(made.datesAreOpen, "seed \(seed): dates are asked about without need\n\(made.text)")
                }
                table = try ReadTable(made.bytes, overrides, usual: "USD")
            }
            let read = table.items.map(TableGenerator.Truth.init)
            if read != made.truth || table.trial.faultyRows > 0 {
                wrong += 1
                if wrong < 6 {
                    let pair = zip(read, made.truth).first { $0 != $1 }
                    Issue.record(
                        "seed \(seed): \(String(describing: pair)) \(table.trial.faultyRows) faults\n\(table.proposal.columns.map { "\($0.heading) → \($0.target.name)" })\n\(made.text)"
                    )
                }
            }
        }
        #expect(wrong == 0)
        #expect(accepted + asked == count)
        print("generated tables: \(accepted) accepted, \(asked) asked, \(wrong) wrong")
        #expect(accepted * 10 > count * 7)
    }
}

/// Makes tables whose items are known.
struct TableGenerator {
    struct Truth: Equatable {
        var name = ""
        var location: String?
        var quantity = "1"
        var value: String?
        var paid: String?
        var bought: String?
        var brand: String?
        var serial: String?

        init() {}

        init(_ item: Item) {
            name = item.name
            location = item.location
            quantity = item.quantity.description
            value = item.value?.amountText
            paid = item.purchase.price?.amountText
            bought = item.purchase.date?.description
            brand = item.manufacturer
            serial = item.serialNumber
        }
    }

    enum Style: CaseIterable {
        case plain, english, german, french, swiss
        var separator: DecimalSeparator { self == .german || self == .french ? .comma : .point }

        func write(_ cents: Int) -> String {
            let whole = String(cents / 100)
            var grouped = ""
            for (index, digit) in whole.enumerated() {
                if index > 0, (whole.count - index) % 3 == 0 { grouped += mark }
                grouped.append(digit)
            }
            return grouped + (separator == .point ? "." : ",") + String(format: "%02d", cents % 100)
        }

        private var mark: String {
            switch self {
            case .plain: ""
            case .english: ","
            case .german: "."
            case .french: "\u{A0}"
            case .swiss: "'"
            }
        }
    }

    struct Made {
        var bytes: [UInt8] = []
        var text = ""
        var truth: [Truth] = []
        var style = Style.plain
        /// The order of dates with three numbers; nil for YYYY-MM-DD.
        var order: DateOrder?
        var encoding = TextEncoding.utf8
        var nameHeading = ""
        /// Whether every date fits two orders.
        var datesAreOpen = false
    }

    /// Headings of other programs' exports.
    private static let foreign: [String: [String]] = [
        "name": ["Item", "Asset Name", "Title", "Product", "Object", "Item Name"],
        "location": ["Room", "Storage Location", "Where", "Area"],
        "quantity": ["Qty", "Count", "# of Items", "In Stock"],
        "value": ["Estimated Value", "Worth", "Current Value ($)", "Est. Value"],
        "purchasePrice": ["Price Paid", "Purchase Cost", "Original Price", "Purchase Price USD"],
        "purchaseDate": ["Date Purchased", "Acquired", "Purchased On", "Date of Purchase"],
        "manufacturer": ["Brand", "Make", "Brand Name"],
        "serialNumber": ["Serial", "S/N", "Serial #", "Serial No."],
    ]
    private static let names: [String: [String]] = [
        "de": ["Küchenmaschine", "Bücherregal", "Fernseher", "Stehlampe groß", "Gemälde"],
        "fr": ["Théière", "Canapé", "Bibliothèque", "Lampe", "Télé"],
        "es": ["Cámara", "Sofá", "Lámpara", "Mesa", "Señal"],
        "it": ["Caffettiera", "Libreria", "Divano", "Città", "Tè"],
        "nl": ["Bank", "Stoel", "Koelkast", "Café", "Eén lamp"],
        "pt": ["Cadeira", "Fogão", "Sofá", "Mesa", "Relógio"], "ja": ["カメラ", "机", "冷蔵庫", "テレビ", "本棚"],
        "zh-Hans": ["相机", "书桌", "电视机", "冰箱", "沙发"],
        "zh-Hant": ["相機", "書桌", "電視機", "冰箱", "沙發"], "ko": ["소파", "책상", "냉장고", "의자"],
        "sv": ["Soffa", "Byrå", "Köksbord", "Kyl"], "da": ["Sofa", "Reol", "Køleskab", "Stol"],
        "nb": ["Sofa", "Hylle", "Kjøleskap", "Stol"], "fi": ["Sohva", "Pöytä", "Jääkaappi", "Tuoli"],
        "pl": ["Krzesło", "Stół", "Lodówka", "Łóżko"], "cs": ["Židle", "Stůl", "Lednička", "Postel"],
        "hu": ["Szék", "Asztal", "Hűtőgép", "Ágy"], "ru": ["Диван", "Стол", "Холодильник", "Кровать"],
        "tr": ["Koltuk", "Masa", "Buzdolabı", "Yatak"], "he": ["ספה", "שולחן", "מקרר", "מיטה"],
        "ar": ["أريكة", "طاولة", "ثلاجة", "سرير"], "en": ["Camera", "Desk, oak", "TV 55\"", "Sofa", "Café table"],
    ]
    private static let places: [String: [String]] = [
        "ja": ["書斎", "居間"], "zh-Hans": ["书房", "客厅"], "zh-Hant": ["書房", "客廳"], "de": ["Küche", "Büro"],
        "fr": ["Salle à manger", "Entrée"], "ru": ["Кухня", "Спальня"], "pl": ["Kuchnia", "Łazienka"],
        "ko": ["거실", "침실"],
        "he": ["מטבח", "סלון"], "ar": ["المطبخ", "الحمام"],
    ]

    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678 }

    private mutating func random(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[random(elements.count)] }

    mutating func make() -> Made {
        var made = Made()
        let isForeign = random(4) == 0
        let words = isForeign ? Vocabulary.shared.languages[0] : pick(Vocabulary.shared.languages)
        made.style = pick(Style.allCases)
        // Nobody puts the month first and writes such a language with a decimal comma.
        let writesDayFirst = words.writesDayFirst && made.style.separator == .comma
        made.order = pick([nil, .dayMonthYear, writesDayFirst ? .dayMonthYear : .monthDayYear, .yearMonthDay])
        let dateMark = made.order == .dayMonthYear ? pick(["/", ".", "-"]) : "/"
        var fields = ["name"]
        for field in ["location", "quantity", "value", "purchaseDate", "manufacturer", "serialNumber"]
        where random(4) > 0 { fields.append(field) }
        if fields.contains("value"), random(2) == 0 { fields.append("purchasePrice") }
        if random(2) == 0 { fields.append("custom") }
        for index in fields.indices.reversed() { fields.swapAt(index, random(index + 1)) }
        var headings: [String] = []
        for field in fields {
            if field == "custom" {
                headings.append("Zzz \(random(9))")
            } else if isForeign, let choices = Self.foreign[field] {
                headings.append(pick(choices))
            } else {
                headings.append(heading(field, words))
            }
        }
        made.nameHeading = headings[fields.firstIndex(of: "name") ?? 0]
        let names = Self.names[words.language] ?? []
        let places = Self.places[words.language] ?? ["Kitchen", "Office"]
        var rows: [[String]] = []
        var isOpen = true
        var hasDates = false
        for number in 0..<(2 + random(12)) {
            var truth = Truth()
            truth.name = "\(pick(names)) \(number)"
            var cells: [String] = []
            for field in fields {
                switch field {
                case "name": cells.append(truth.name)
                case "location":
                    truth.location = pick(places)
                    cells.append(truth.location ?? "")
                case "quantity":
                    truth.quantity = String(1 + random(20))
                    cells.append(truth.quantity)
                case "value", "purchasePrice":
                    let cents = random(3) == 0 ? random(2_000_000) : random(90_000)
                    let text = String(format: "%d.%02d", cents / 100, cents % 100)
                    if field == "value" { truth.value = text } else { truth.paid = text }
                    cells.append(made.style.write(cents))
                case "purchaseDate":
                    let (year, month, day) = (1990 + random(34), 1 + random(12), 1 + random(28))
                    truth.bought = String(format: "%04d-%02d-%02d", year, month, day)
                    hasDates = true
                    if day > 12 { isOpen = false }
                    let written: String =
                        switch made.order {
                        case nil: truth.bought ?? ""
                        case .dayMonthYear: "\(day)\(dateMark)\(month)\(dateMark)\(year)"
                        case .monthDayYear: "\(month)/\(day)/\(year)"
                        case .yearMonthDay: "\(year)/\(month)/\(day)"
                        }
                    cells.append(written)
                case "manufacturer":
                    truth.brand = pick(["Acme", "Bosch", "LG"])
                    cells.append(truth.brand ?? "")
                case "serialNumber":
                    truth.serial = "SN-\(random(100_000))"
                    cells.append(truth.serial ?? "")
                default: cells.append("x\(random(9))")
                }
            }
            made.truth.append(truth)
            rows.append(cells)
        }
        made.datesAreOpen =
            hasDates && isOpen && dateMark != "." && (made.order == .dayMonthYear || made.order == .monthDayYear)
        let separator = pick([",", ";", "\t"])
        var lines = [headings] + rows
        if random(3) == 0 { lines.insert([pick(["My list", "Inventory 2024"])], at: 0) }
        made.text =
            lines.map { line in
                line.map { cell in
                    cell.contains(separator) || cell.contains("\"")
                        ? "\"" + cell.replacingOccurrences(of: "\"", with: "\"\"") + "\"" : cell
                }.joined(separator: separator)
            }.joined(separator: "\r\n") + "\r\n"
        encode(&made, language: words.language)
        return made
    }

    private mutating func heading(_ field: String, _ words: LanguageWords) -> String {
        let choices = words.headings.filter { $0.value.target.name == field }.keys.sorted()
        return choices.isEmpty ? field : pick(choices)
    }

    private mutating func encode(_ made: inout Made, language: String) {
        let legacy: String.Encoding? = language == "ja" ? .shiftJIS : language.hasPrefix("zh") ? nil : .windowsCP1252
        switch random(3) {
        case 0: break
        case 1:
            if let data = made.text.data(using: .utf16LittleEndian) {
                made.bytes = [0xFF, 0xFE] + Array(data)
                made.encoding = .utf16LittleEndian
                return
            }
        default:
            if let legacy, let data = made.text.data(using: legacy) {
                made.bytes = Array(data)
                made.encoding = language == "ja" ? .shiftJIS : .windows1252
                return
            }
        }
        made.bytes = Array(made.text.utf8)
    }
}
