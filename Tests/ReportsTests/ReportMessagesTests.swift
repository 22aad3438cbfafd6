import Inventory
import Localization
import Reports
import Testing

private let photoHash = ContentHash(bytes: [UInt8](repeating: 0xAB, count: 32))!

/// Every error of the module Reports in English; the problems of XML reports are in ReportsTests, with the documents.
@Suite struct ReportMessagesTests {
    private static let reports: [(ReportError, String)] = [
        (
            .unknownLayout(.cards, of: "rooms", file: "rooms/cards.html.mustache"),
            "the report 'rooms' has no layout 'cards'; leave it out, or write the template rooms/cards.html.mustache"
        ),
        (
            .unknownReport("rooms", format: .pdf, known: ["insurance", "inventory"]),
            "there is no report 'rooms' in pdf; there are insurance, inventory. A report of your own is a folder rooms with "
                + "the template rooms.typ.mustache; name its folder with --templates"
        ),
        (.unknownWorkbook("labels", known: ["a", "b"]), "there is no report 'labels' as a workbook; there are a, b"),
        (.unknownContext("x", known: ["inventory"]), "there is no context 'x'; there are inventory"),
        (
            .unknownLanguage("sv", known: ["de", "en"]),
            "documents are not written in 'sv'; there are de, en, and each with a region, such as en-GB or de-AT"
        ),
        (
            .unknownTimeZone("Mars"),
            "'Mars' is not a time zone; write a name such as Europe/Berlin, Asia/Shanghai or UTC"
        ),
        (.tooManyGroups(limit: 20), "the columns of --group-by make more than 20 groups; choose others"),
        (.unknownRedactions(known: ["owner", "name"]), "expected names separated by commas: owner, name"),
        (.missingCatalogue(file: "words/en.json"), "words/en.json: the catalogue of words is missing"),
        (.malformedCatalogue(file: "en.json"), "en.json: the catalogue of words is not a JSON object of texts"),
        (.missingSchema, "the XML schema is missing from the program; install homepwner again"),
        (
            .missingFile(number: "3-P1", name: "lamp.jpg", hash: photoHash),
            "3-P1 ('lamp.jpg') cannot be shown: the file \(photoHash) is missing from the inventory's folder 'photos'. "
                + "Restore it from a backup, or make the report without it with --allow-missing"
        ),
        (
            .pageAddressTooLong,
            "the address of an item's page is too long for a QR code; shorten --base-url"
        ),
    ]

    @Test(arguments: reports) func everyErrorOfAReportIsWorded(error: ReportError, message: String) {
        #expect(MessageCatalogue.english.text(error.message) == message)
    }

    private static let workbooks: [(SpreadsheetError, String)] = [
        (
            .tooManyRows(limit: 1_048_576),
            "a sheet holds 1048576 rows and there are more; choose fewer items with --where, or write CSV"
        ),
        (.duplicateSheet("Items"), "two sheets are called Items"),
        (.outOfMemory, "the workbook could not be made: out of memory"),
        (
            .rowsNotWritten,
            "the workbook could not be made: its rows could not be written to a temporary file; free some space in the "
                + "folder for temporary files, or name another one with TMPDIR"
        ),
        (
            .library("Error creating output xlsx file"),
            "the workbook could not be made: Error creating output xlsx file; check whether the folder for temporary files "
                + "(TMPDIR) is full"
        ),
        (
            .damaged(part: "xl/styles.xml", folder: "/tmp"),
            "the workbook is damaged and was not kept: xl/styles.xml differs from what was written; free some space in the "
                + "folder for temporary files, /tmp, or name another one with TMPDIR"
        ),
        (
            .damaged(part: nil, folder: "/tmp"),
            "the workbook is damaged and was not kept: it cannot be read back; free some space in the folder for temporary "
                + "files, /tmp, or name another one with TMPDIR"
        ),
    ]

    @Test(arguments: workbooks) func everyErrorOfAWorkbookIsWorded(error: SpreadsheetError, message: String) {
        #expect(MessageCatalogue.english.text(error.message) == message)
    }

    private static let typesetting: [(TypesettingError, String)] = [
        (
            .noTypst,
            "PDF needs Typst, which is not installed. On Debian, install the package homepwner-pdf; elsewhere, put the "
                + "program 'typst' (0.14 or later, https://typst.app) beside homepwner or on the PATH. HTML prints well "
                + "without it."
        ),
        (
            .noPython("/usr/lib/homepwner/python"),
            "PDF needs Python 3, which is not installed: it runs the Python package of Typst at "
                + "/usr/lib/homepwner/python. On Debian, install the package python3."
        ),
        (
            .noFonts,
            "PDF needs the Noto fonts, and Fontconfig to find them; on Debian: apt install fontconfig fonts-noto-core "
                + "fonts-noto-cjk fonts-noto-color-emoji"
        ),
        (.launchFailed("/bin/typst", reason: "Out of memory"), "cannot start /bin/typst: Out of memory"),
        (.failed("error: unknown font"), "Typst made no PDF: error: unknown font"),
        (.failed(nil), "Typst made no PDF and gave no reason"),
        (
            .refused(problem: "error: unknown variable: x", place: "mine/a.typ.mustache:3"),
            "Typst refuses what the template writes at mine/a.typ.mustache:3: error: unknown variable: x"
        ),
        (
            .tooManyItems(50_000, limit: 30_000),
            "50,000 items are too many for one PDF, which holds 30,000 at most. With --volumes a list or claim is set as "
                + "several, under one cover; HTML, a workbook and XML have no such limit"
        ),
        (
            .timeLimit(minutes: 15),
            "the PDF was not finished within 15 minutes; choose fewer items with --where, a higher --high-value, or HTML, "
                + "which has no such limit"
        ),
        (
            .memoryLimit(gibibytes: 4),
            "the PDF needs more than 4 GiB of memory; choose fewer items with --where, a higher --high-value, or HTML, which "
                + "has no such limit"
        ),
    ]

    @Test(arguments: typesetting) func everyErrorOfTypesettingIsWorded(error: TypesettingError, message: String) {
        #expect(MessageCatalogue.english.text(error.message) == message)
    }
}
