import Inventory
import Testing

@Suite struct DateTests {
    @Test func everyDayOfTheCalendarIsReadBack() throws {
        var day = try CalendarDate(year: 1, month: 1, day: 1)
        let last = try CalendarDate(year: 9999, month: 12, day: 31)
        while day < last {
            let (year, month, dayOfMonth) = day.components
            #expect(try CalendarDate(year: year, month: month, day: dayOfMonth) == day)
            day = CalendarDate(daysSinceEpoch: day.daysSinceEpoch + 97)
        }
        #expect(try CalendarDate("1970-01-01".utf8).daysSinceEpoch == 0)
        #expect(try CalendarDate("2000-02-29".utf8).daysSinceEpoch == 11016)
        #expect(CalendarDate(daysSinceEpoch: -1).description == "1969-12-31")
    }

    @Test(arguments: ["2024-02-30", "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-10", "2024-01-00", "0000-01-01"])
    func refusesDaysThatDoNotExist(text: String) {
        #expect(throws: ValueError.noSuchDate) { try CalendarDate(text.utf8) }
    }

    @Test(arguments: [
        ("2019", "2019-07-01"), ("2019-05", "2019-05-15"), ("2024-02", "2024-02-15"), ("0001", "0001-07-01"),
    ])
    func monthsAndYearsCountAsADayInTheirMiddle(text: String, day: String) throws {
        let date = try CalendarDate(approximate: text.utf8)
        #expect(date.description == text && date.isApproximate)
        #expect(date.day.description == day && !date.day.isApproximate)
        #expect(date != date.day && date > date.day)
        #expect(CalendarDate(daysSinceEpoch: date.daysSinceEpoch, precision: date.precision) == date)
        #expect(CalendarDate(daysSinceEpoch: date.daysSinceEpoch + 1, precision: date.precision) == nil)
        #expect(try ItemField.purchaseDate.date(text.utf8) == date)
        #expect(throws: ValueError.malformed(expected: .date)) { try ItemField.saleDate.date(text.utf8) }
    }

    @Test(arguments: [
        "201", "20190", "2019-5", "2019/05", "2019-05Z", "about 2019", "", "2019-05-03Z", "20x9", "2019-0x",
    ])
    func refusesOtherFormsOfApproximateDates(text: String) {
        #expect(throws: ValueError.malformed(expected: .approximateDate)) { try CalendarDate(approximate: text.utf8) }
    }

    @Test(arguments: ["0000", "2019-00", "2019-13", "2019-02-30"])
    func refusesApproximateDatesThatNoCalendarHas(text: String) {
        #expect(throws: ValueError.noSuchDate) { try CalendarDate(approximate: text.utf8) }
    }

    @Test(arguments: ["05.03.2024", "25/12/2024", "2024-1-1", "20240101", "2024-01-01T00:00:00Z", "", "2024-01-0x"])
    func refusesOtherForms(text: String) {
        #expect(throws: ValueError.malformed(expected: .date)) { try CalendarDate(text.utf8) }
    }

    @Test(arguments: [
        ("2014-05-01T09:30:00.123Z", "2014-05-01T09:30:00.123Z"), ("2014-05-01T09:30:00Z", "2014-05-01T09:30:00Z"),
        ("2014-05-01T09:30:00.1Z", "2014-05-01T09:30:00.100Z"),
        ("2014-05-01t09:30:00.123999z", "2014-05-01T09:30:00.123Z"),
        ("2014-05-01T09:30:00+08:00", "2014-05-01T01:30:00Z"), ("2014-05-01T23:30:00-01:30", "2014-05-02T01:00:00Z"),
        ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"), ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59.999Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"), ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
    ]) func readsAndWritesRFC3339(text: String, written: String) throws {
        #expect(try Timestamp(text.utf8).description == written)
    }

    @Test(arguments: [
        "2014-05-01", "2014-05-01T09:30Z", "2014-05-01T09:30:00", "2014-05-01T24:00:00Z", "2014-05-01T09:60:00Z",
        "2014-05-01T09:30:00.Z", "2014-05-01T09:30:00Zx", "2014-05-01T09:30:00+8", "soon",
    ]) func refusesWhatIsNotRFC3339(text: String) {
        #expect(throws: ValueError.malformed(expected: .timestamp(orDay: false))) {
            try Timestamp(text.utf8)
        }
    }

    @Test func refusesMomentsOutsideTheYears1To9999() {
        #expect(throws: ValueError.outOfRange(.timestamp)) {
            try Timestamp(milliseconds: 253_402_300_800_000)
        }
        #expect(throws: ValueError.noSuchDate) { try Timestamp("2024-02-30T00:00:00Z".utf8) }
    }
}
