import Testing

@testable import SiteGenerator

@Suite struct WebLinkTests {
    @Test(arguments: [
        ("https://example.com/a?b#c", "https://example.com/a?b#c"),
        ("HTTP://example.com", "http://example.com"),
        ("http://[::1]:80/a[1]?b[]=2", "http://[::1]:80/a%5B1%5D?b%5B%5D=2"),
        ("javascript:alert(1)", nil), ("data:text/html,x", nil), ("example.com", nil), ("/etc", nil), ("http://", nil),
        ("http:///x", nil), ("https://a b/", nil), ("bell\u{7} escape\u{1B}[31m", nil), ("", nil),
    ])
    func onlyAbsoluteAddressesOfTheWebAreLedTo(address: String, target: String?) {
        #expect(Array(address.utf8).withUnsafeBufferPointer(WebLink.target) == target)
    }
}
