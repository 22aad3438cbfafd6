/// The amounts of one line for an insurer on one day: quantity times each amount, and the depreciation by age.
///
/// Replacement cost is what new ones of like kind and quality cost. Depreciation is the owner's estimate: replacement
/// cost × percent a year × age, or × age ÷ lifespan, in whole months; a condition may leave a part of the rest only. It is
/// from 0 to what the floor leaves. Or it is an amount for each piece, of at most the replacement cost. The remainder is the
/// actual cash value. Whatever one of these wants and the owner did not state makes it "not stated".
package struct Valuation: Equatable, Sendable {
    /// Quantity × value.
    package let value: Money?
    /// Quantity × purchase price.
    package let purchasePrice: Money?
    /// Quantity × replacement value, with sales tax; or × purchase price if the method takes it.
    package let replacementCost: Money?
    /// The sales tax in the replacement cost; nil if that is not of a replacement value.
    package let salesTax: Money?
    /// The origin of the replacement cost; nil for none, or it is quantity × replacement value.
    package let replacementSource: ReplacementSource?
    /// The depreciation of the replacement cost by age, rounded half-even to the minor unit.
    package let depreciation: Money?
    /// Replacement cost less depreciation.
    package let actualCashValue: Money?
    /// The age in whole months; nil if the day of purchase is not stated, 0 if it lies ahead.
    package let ageInMonths: Int?

    /// Values a line.
    /// - Parameters:
    ///   - value: the value of each, as are the other amounts.
    ///   - basis: the fact from which depreciation follows; nil if it is not known.
    ///   - conditionFactor: the percentage that the condition leaves of what age leaves; nil for all of it.
    ///   - purchased: the day of purchase.
    ///   - day: the day for which ages are counted.
    /// - Throws: `overflow` if an amount exceeds 64 bits.
    package init(
        quantity: Quantity, value: Money?, purchasePrice: Money?, replacementValue: Money?,
        basis: DepreciationBasis?, conditionFactor: Percentage? = nil, by method: ValuationMethod,
        purchased: CalendarDate?, on day: CalendarDate
    ) throws(ValueError) {
        self.value = try value?.times(quantity)
        self.purchasePrice = try purchasePrice?.times(quantity)
        if let net = try replacementValue?.times(quantity) {
            let tax = try net.positivePart.part(Int128(method.salesTax.hundredths), of: 10_000)
            salesTax = tax
            replacementCost = try net.adding(tax)
            replacementSource = method.salesTax.hundredths > 0 ? .replacementValueAndTax : nil
        } else {
            // A purchase price includes its tax.
            salesTax = nil
            replacementCost = method.replacesByPurchasePrice ? self.purchasePrice : nil
            replacementSource = replacementCost == nil ? nil : .purchasePrice
        }
        ageInMonths = purchased.map { max(0, day.wholeMonths(since: $0)) }
        guard let cost = replacementCost, let basis,
            let lost = try Valuation.lost(
                of: cost, basis, quantity: quantity, months: ageInMonths,
                factor: conditionFactor ?? Percentage(hundredths: 10_000), floor: method.floor)
        else {
            (depreciation, actualCashValue) = (nil, nil)
            return
        }
        depreciation = lost
        actualCashValue = Money(minorUnits: cost.minorUnits - lost.minorUnits, currency: cost.currency)
    }

    /// The depreciation of a line; nil if it wants an age that is not known, or is stated in another currency.
    private static func lost(
        of cost: Money, _ basis: DepreciationBasis, quantity: Quantity, months: Int?, factor: Percentage,
        floor: Percentage
    ) throws(ValueError) -> Money? {
        var (share, whole): (Int128, Int128)
        switch basis {
        case .amount(let each):
            // The owner has said what is left: neither floor nor condition changes it.
            guard each.currency == cost.currency else { return nil }
            let lost = try each.positivePart.times(quantity)
            return Money(minorUnits: min(lost.minorUnits, cost.positivePart.minorUnits), currency: cost.currency)
        case .rate(let rate):
            guard let months = rate.hundredths == 0 ? 0 : months else { return nil }
            // A whole is 10,000 hundredths of a percent over 12 months.
            (share, whole) = (Int128(rate.hundredths) * Int128(months), 120_000)
        case .lifespan(let years):
            guard let months else { return nil }
            (share, whole) = (Int128(months), Int128(years) * 12)
        }
        let left = max(0, whole - share) * Int128(factor.hundredths)
        (share, whole) = (whole * 10_000 - left, whole * 10_000)
        let most = 10_000 - Int128(floor.hundredths)
        if share * 10_000 > most * whole { (share, whole) = (most, 10_000) }
        return try cost.positivePart.part(share, of: whole)
    }
}

extension Money {
    /// The amount, or 0 if it is negative, as nothing then is taxed or lost.
    package var positivePart: Money { Money(minorUnits: max(0, minorUnits), currency: currency) }
}

/// The origin of a replacement cost other than a replacement value alone.
package enum ReplacementSource: String, Sendable {
    case purchasePrice, replacementValueAndTax
}

/// The fact from which the depreciation of an item follows.
package enum DepreciationBasis: Equatable, Sendable {
    /// The amount for each piece that the item states.
    case amount(Money)
    /// The percentage a year that the item states.
    case rate(Percentage)
    /// The years that things of its category usually last; at least 1.
    case lifespan(years: Int)
}

/// The way in which a claim values lines beyond what items state.
package struct ValuationMethod: Equatable, Sendable {
    /// The percentage of the replacement cost that remains at any age: what still serves its purpose is worth something.
    package var floor = Percentage(hundredths: 1_000)
    /// The years that things of a category usually last, by the category in small letters. Items that state a rate or an amount have that.
    package var lifespans: [String: Int] = [:]
    /// The percentages that conditions leave of what age leaves, by the condition in small letters.
    package var conditionFactors: [String: Percentage] = [:]
    /// The sales tax that is added to replacement values.
    package var salesTax = Percentage(hundredths: 0)
    /// Whether an item without a replacement value costs its purchase price again.
    package var replacesByPurchasePrice = false

    /// Lifespans that others have published; docs/insurance.md names the sources.
    package static let publishedLifespans: [String: Int] = {
        // By years, each category by its names in the languages of the program.
        let names: [Int: [String]] = [
            2: [
                "children's clothing", "kinderkleidung", "ropa infantil", "vêtements d'enfants",
                "abbigliamento per bambini", "kinderkleding", "roupas infantis", "בגדי ילדים", "童装", "童裝",
            ],
            5: [
                "clothing", "kleidung", "ropa", "vêtements", "abbigliamento", "kleding", "roupas", "ביגוד", "服装",
                "服裝", "glassware", "gläser", "cristalería", "verrerie", "bicchieri", "glaswerk", "copos",
                "כלי זכוכית", "玻璃器皿",
            ],
            9: [
                "dishwashers", "geschirrspüler", "lavavajillas", "lave-vaisselle", "lavastoviglie", "vaatwassers",
                "lava-louças", "מדיחי כלים", "洗碗机", "洗碗機", "microwaves", "mikrowellen", "microondas", "micro-ondes",
                "microonde", "magnetrons", "micro-ondas", "מיקרוגלים", "微波炉", "微波爐",
            ],
            10: [
                "appliances", "haushaltsgeräte", "electrodomésticos", "électroménager", "elettrodomestici",
                "huishoudelijke apparaten", "eletrodomésticos", "מכשירי חשמל", "家用电器", "家用電器", "audio", "hi-fi",
                "אודיו", "音响", "音響", "bathroom", "badezimmer", "baño", "salle de bain", "bagno", "badkamer",
                "banheiro", "חדר אמבטיה", "浴室", "bedroom", "schlafzimmer", "dormitorio", "chambre",
                "camera da letto", "slaapkamer", "quarto", "חדר שינה", "卧室", "臥室", "carpets", "rugs", "teppiche",
                "alfombras", "tapis", "tappeti", "tapijten", "tapetes", "שטיחים", "地毯", "dishes", "geschirr",
                "vajilla", "vaisselle", "stoviglie", "serviesgoed", "louça", "כלי אוכל", "餐具",
            ],
            13: [
                "dryers", "wäschetrockner", "secadoras", "sèche-linge", "asciugatrici", "wasdrogers", "מייבשי כביסה",
                "烘干机", "烘乾機", "refrigerators", "kühlschränke", "frigoríficos", "réfrigérateurs", "frigoriferi",
                "koelkasten", "geladeiras", "מקררים", "冰箱",
            ],
            15: [
                "ranges", "herde", "cocinas", "cuisinières", "cucine", "fornuizen", "fogões", "תנורי בישול", "炉灶",
                "爐灶",
            ],
        ]
        return names.reduce(into: [:]) { years, row in for name in row.value { years[name] = row.key } }
    }()

    /// The usual floor, and nothing else.
    package init() {}

    /// The basis of an item's depreciation; nil if neither its amount, its rate nor a lifespan is known.
    package func basis(
        each: Money?, rate: Percentage?, category: UnsafeBufferPointer<UInt8>?
    ) -> DepreciationBasis? {
        if let each { return .amount(each) }
        if let rate { return .rate(rate) }
        guard !lifespans.isEmpty, let category else { return nil }
        return lifespans[String(decoding: category, as: UTF8.self).lowercased()].map { .lifespan(years: $0) }
    }

    /// The factor of a condition; nil if it has none.
    package func conditionFactor(_ condition: UnsafeBufferPointer<UInt8>?) -> Percentage? {
        guard !conditionFactors.isEmpty, let condition else { return nil }
        return conditionFactors[String(decoding: condition, as: UTF8.self).lowercased()]
    }
}

extension CalendarDate {
    /// The whole months from another day to this one, or whole years from a year; negative if the other day is later.
    package func wholeMonths(since other: CalendarDate) -> Int {
        let (end, start) = (components, other.components)
        // Months would be more than is known: what was five years old stays so until the next year.
        if other.precision == .year { return (end.year - start.year) * 12 }
        let months = (end.year - start.year) * 12 + end.month - start.month
        if months > 0, end.day < start.day { return months - 1 }
        return months < 0 && end.day > start.day ? months + 1 : months
    }
}
