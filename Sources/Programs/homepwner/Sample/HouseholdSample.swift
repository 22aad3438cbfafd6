import FoundationEssentials
import Inventory

/// Makes items such as households have, with every field in use.
enum HouseholdSample {
    static func item(
        id: UUID, number: Int, now: Timestamp, currencies: [Currency], container: UUID?, random: inout SampleRandom
    ) -> Item {
        let product = random.pick(HouseholdVocabulary.products)
        let today = now.dayAndTime.day.daysSinceEpoch
        let created = now.milliseconds - Int64(random.below(6 * 365)) * 86_400_000 - Int64(random.below(86_400_000))
        var item = Item(id: id, name: name(of: product, &random), dateCreated: Timestamp(clampedMilliseconds: created))
        item.category = product.category
        item.location = random.chance(97) ? random.pick(HouseholdVocabulary.locations) : nil
        item.manufacturer = random.chance(80) ? random.pick(product.makers) : nil
        item.modelNumber = random.chance(60) ? modelNumber(&random) : nil
        item.serialNumber = random.chance(product.serials) ? "SN\(100_000_000 + random.below(900_000_000))" : nil
        item.quantity = quantity(&random)
        item.assetIdentifier = random.chance(50) ? assetIdentifier(number) : nil
        item.url = random.chance(20) ? "https://example.org/item/\(number + 1)?from=sample&x=1" : nil
        item.parent = random.chance(4) ? container : nil
        item.description = random.chance(45) ? random.pick(HouseholdVocabulary.descriptions) : nil
        item.notes = random.chance(25) ? random.pick(HouseholdVocabulary.notes) : nil
        item.condition = random.chance(60) ? random.pick(HouseholdVocabulary.conditions) : nil
        item.tags = tags(&random)
        item.insured = random.chance(40)
        item.externalReference =
            random.chance(30) ? "ref-\(String(random.next() >> 16, radix: 36))" : nil
        item.customFields = customFields(&random)
        addWorth(to: &item, product: product, currencies: currencies, &random)
        addPurchaseAndWarranty(to: &item, today: today, &random)
        if random.chance(8) { archive(&item, today: today, &random) }
        // By number, so that a seed makes the items that it made before there were these fields.
        item.colour =
            number % 3 == 0 ? HouseholdVocabulary.colours[number / 3 % HouseholdVocabulary.colours.count] : nil
        let marks = HouseholdVocabulary.distinguishingMarks
        item.distinguishingMarks = number % 8 == 1 ? marks[number / 8 % marks.count] : nil
        // From the range that GS1 leaves to shops.
        item.code = number % 5 == 2 ? ProductCode.ean13(String(200_000_000_000 + number)) : nil
        return item
    }

    private static func name(of product: HouseholdVocabulary.Product, _ random: inout SampleRandom) -> String {
        let base =
            switch random.below(100) {
            case ..<15: product.chinese
            case ..<30: product.accented
            default: product.english
            }
        return base + random.pick(HouseholdVocabulary.adjectives)
    }

    private static func modelNumber(_ random: inout SampleRandom) -> String {
        let letters = [random.below(26), random.below(26)].map { UInt8(ascii: "A") + UInt8($0) }
        return "\(String(decoding: letters, as: UTF8.self))-\(100 + random.below(9900))"
    }

    /// `012-345`: six digits in two halves, as stickers have them.
    private static func assetIdentifier(_ number: Int) -> String {
        let digits = String(1_000_000 + number % 1_000_000).dropFirst()
        return "\(digits.prefix(3))-\(digits.suffix(3))"
    }

    private static func quantity(_ random: inout SampleRandom) -> Quantity {
        switch random.below(1000) {
        case ..<15: Quantity(millionths: random.pick(HouseholdVocabulary.quantities))
        case ..<135: Quantity(millionths: Int64(2 + random.below(11)) * Quantity.scale)
        default: .one
        }
    }

    private static func tags(_ random: inout SampleRandom) -> [String] {
        var tags: [String] = []
        for _ in 0..<random.below(4) {
            let tag = random.pick(HouseholdVocabulary.tags)
            if !tags.contains(tag) { tags.append(tag) }
        }
        return tags
    }

    private static func customFields(_ random: inout SampleRandom) -> [CustomField] {
        guard random.chance(30) else { return [] }
        return (0...random.below(3)).map { _ in
            CustomField(
                name: random.pick(HouseholdVocabulary.fieldNames), value: random.pick(HouseholdVocabulary.fieldValues))
        }
    }

    private static func addWorth(
        to item: inout Item, product: HouseholdVocabulary.Product, currencies: [Currency], _ random: inout SampleRandom
    ) {
        let isForeign = currencies.count > 1 && random.chance(30)
        let currency = isForeign ? currencies[1 + random.below(currencies.count - 1)] : currencies[0]
        let paid = product.price.lowerBound + random.below(product.price.count)
        if random.chance(95) { item.value = money(paid * (60 + random.below(50)) / 100, currency) }
        if random.chance(85) { item.purchase.price = money(paid, currency) }
        if random.chance(50) { item.replacementValue = money(paid * (100 + random.below(40)) / 100, currency) }
        if random.chance(30) { item.depreciation = Percentage(hundredths: Int64(2 + random.below(49)) * 50) }
    }

    /// An amount of as many minor units as a price in hundredths has, tenfold for each decimal place past two.
    private static func money(_ hundredths: Int, _ currency: Currency) -> Money {
        var minor = Int64(hundredths)
        for _ in 2..<max(2, currency.fractionDigits) { minor *= 10 }
        return Money(minorUnits: minor, currency: currency)
    }

    private static func addPurchaseAndWarranty(to item: inout Item, today: Int32, _ random: inout SampleRandom) {
        let bought = today - Int32(30 + random.below(14 * 365))
        if random.chance(85) { item.purchase.date = CalendarDate(daysSinceEpoch: bought) }
        if random.chance(80) { item.purchase.place = random.pick(HouseholdVocabulary.shops) }
        if random.chance(40) { item.purchase.receiptNumber = "R-\(10_000 + random.below(90_000))" }
        switch random.below(100) {
        case ..<3: item.warranty.lifetime = true
        case ..<50: item.warranty.expires = CalendarDate(daysSinceEpoch: bought + 365 * Int32(1 + random.below(5)))
        default: return
        }
        if random.chance(50) { item.warranty.details = random.pick(HouseholdVocabulary.warranties) }
    }

    private static func archive(_ item: inout Item, today: Int32, _ random: inout SampleRandom) {
        item.archived = true
        item.sale.date = CalendarDate(daysSinceEpoch: today - Int32(random.below(30)))
        item.sale.to = random.pick(HouseholdVocabulary.buyers)
        if let value = item.value ?? item.purchase.price {
            item.sale.price = Money(minorUnits: value.minorUnits * 6 / 10, currency: value.currency)
        }
        if random.chance(40) { item.sale.notes = "Sold \"as is\"; paid in cash & collected." }
    }
}
