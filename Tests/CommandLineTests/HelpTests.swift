import Testing

@testable import homepwner

@Suite struct HelpTests {
    @Test func helpFitsItsWidth() {}
}
