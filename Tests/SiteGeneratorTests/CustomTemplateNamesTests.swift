import FoundationEssentials
import Inventory
import Reports
import Testing

@testable import SiteGenerator

@Suite struct CustomTemplateNamesTests {
    @Test(arguments: [
        ("en", "Other names", "neither a letter from A to Z"), ("de", "Andere Namen", "weder mit einem Buchstaben"),
        ("zh-Hans", "其他名称", "不以 A 至 Z 的字母"), ("zh-Hant", "其他名稱", "不以 A 至 Z 的字母"),
    ])
    func theListOfNamesThatBeginWithNoLetterIsCalledTheSameWhereverItIsMet(
        language: String, words: String, note: String
    ) throws {
        let home = try TestHousehold(items: 8)
        let locale = try ReportLocale(language: language, timeZone: "UTC")
        try home.publish { $0.locale = locale }
        let front = try home.text("overview.html")
        let named = "<span data-w=\"page.otherNames\">\(words)</span>"
        // Its name for a screen reader begins with what is to be seen, and tells how many there are.
        #expect(
            front.contains(
                "<a href=\"letter-other.html\">\(named)<span class=\"unseen\">, <span data-n>2</span></span></a>"))
        #expect(front.contains(">L<span class=\"unseen\">, <span data-n>2</span></span></a>"))
        let page = try home.text("letter-other.html")
        #expect(page.contains("<title>\(words) · "))
        let heading = try #require(page.firstMatch(of: #/<h1>(.*)</h1>/#)).1
        #expect(heading.contains(named) && !heading.contains("page.letter\""))
        #expect(page.contains(note))
        #expect(try !home.text("letter-l.html").contains(note))
        // The item called 椅子 2.
        let item = try home.text("item/\(UUID(high: 0x7000, low: 2).text).html")
        #expect(item.contains("<a href=\"../letter-other.html\">\(named)</a>"))
        for name in ["index.html", "overview.html", "letter-other.html"] {
            let text = try home.text(name)
            #expect(!text.contains(">…<") && !text.contains("\"…"))
        }
    }
}
