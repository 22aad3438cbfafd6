import Testing

/// The full document with one thing broken in it.
struct Damage: Sendable, CustomTestStringConvertible {
    let name: String
    /// The rule the first fault has to name; nil where the document stays valid.
    let rule: String?
    let bytes: [UInt8]

    var testDescription: String { name }

    init(_ name: String, _ rule: String?, replacing old: String, by new: String) {
        self.init(name, rule, bytes: Array(fullDocument.utf8).replacingFirst(Array(old.utf8), by: Array(new.utf8)))
    }

    init(_ name: String, _ rule: String?, bytes: [UInt8]) {
        self.name = name
        self.rule = rule
        self.bytes = bytes
    }
}

extension [UInt8] {
    /// Replaces the first occurrence; without one the bytes stay as they are, which the damage suite notices.
    func replacingFirst(_ old: [UInt8], by new: [UInt8]) -> [UInt8] {
        guard count >= old.count,
            let start = (0...(count - old.count)).first(where: { self[$0...].starts(with: old) })
        else { return self }
        return self[..<start] + new + self[(start + old.count)...]
    }
}

private let order = "cvc-complex-type.2.4"
private let type = "cvc-datatype-valid"
private let pattern = "cvc-pattern-valid"
private let grammar = "well-formed"

let harmlessChanges: [Damage] = [
    Damage("untouched", nil, bytes: Array(fullDocument.utf8)),
    Damage("empty owner", nil, replacing: "<name>Ann O’Neil</name>", by: ""),
    Damage("upper-case id", nil, replacing: "2f1c3a52-7b7e-4b58", by: "2F1C3A52-7B7E-4B58"),
    Damage("four decimals", nil, replacing: ">12.34<", by: ">12.3456<"),
    Damage("negative amount", nil, replacing: ">12.34<", by: ">-12.34<"),
    Damage("comment and processing instruction", nil, replacing: "<items>", by: "<!-- x --><?y z?><items>"),
    Damage("text in CDATA", nil, replacing: "<notes>n<", by: "<notes><![CDATA[<n>]]><"),
    Damage("byte order mark", nil, bytes: [0xEF, 0xBB, 0xBF] + Array(fullDocument.utf8)),
    Damage("another prefix", nil, replacing: "<name/>", by: "<i:name xmlns:i=\"urn:homepwner:inventory:1\"/>"),
    Damage("no XML declaration", nil, replacing: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", by: ""),
]

let damages: [Damage] = [
    // Elements
    Damage("children in the wrong order", order, replacing: "<category>Toys</category>\n", by: "")
        .alsoReplacing("<tags>", by: "<category>Toys</category><category>Toys</category><tags>"),
    Damage(
        "quantity before serial number", order, replacing: "<serialNumber>0A0A0</serialNumber>\n<quantity>2</quantity>",
        by: "<quantity>2</quantity><serialNumber>0A0A0</serialNumber>"),
    Damage("element missing", order, replacing: "<quantity>2</quantity>", by: ""),
    Damage("name missing", order, replacing: "<name/>", by: ""),
    Damage("creation date missing", order, replacing: "<dateCreated>2014-05-01T09:30:00Z</dateCreated>", by: ""),
    Damage("summary missing", order, replacing: "<summary items=\"2\"", by: "<owner/><summary items=\"2\""),
    Damage("unknown element", order, replacing: "<notes>n</notes>", by: "<remark>n</remark>"),
    Damage("element twice", order, replacing: "<notes>n</notes>", by: "<notes>n</notes><notes>m</notes>"),
    Damage("element in upper case", order, replacing: "<notes>n</notes>", by: "<Notes>n</Notes>"),
    Damage("no tag in tags", order, replacing: "<tag>soft</tag><tag>gift</tag>", by: ""),
    Damage("element in no namespace", order, replacing: "<notes>n</notes>", by: "<notes xmlns=\"\">n</notes>"),
    Damage("markup in a text", "cvc-type.3.1.2", replacing: "<notes>n</notes>", by: "<notes>a<b>n</b></notes>"),
    Damage("text between elements", "cvc-complex-type.2.3", replacing: "<items>", by: "<items>hello"),
    Damage("CDATA between elements", "cvc-complex-type.2.3", replacing: "<items>", by: "<items><![CDATA[ ]]>"),
    Damage("element after the items", order, replacing: "</items>", by: "</items><items/>"),
    Damage("another root", "cvc-elt.1", bytes: Array("<list xmlns=\"urn:homepwner:inventory:1\"/>".utf8)),
    Damage("another namespace", "cvc-elt.1", replacing: "urn:homepwner:inventory:1", by: "urn:homepwner:inventory:2"),
    Damage("no namespace", "cvc-elt.1", replacing: " xmlns=\"urn:homepwner:inventory:1\"", by: ""),
    Damage(
        "nil element", "cvc-elt.3.1", replacing: "<name/>",
        by: "<name xmlns:x=\"http://www.w3.org/2001/XMLSchema-instance\" x:nil=\"true\"/>"),
    Damage(
        "type of its own", "cvc-elt.4", replacing: "<name/>",
        by:
            "<name xmlns:x=\"http://www.w3.org/2001/XMLSchema-instance\" xmlns:s=\"http://www.w3.org/2001/XMLSchema\" x:type=\"s:token\"/>"
    ),
    // Attributes
    Damage("version missing", "cvc-complex-type.4", replacing: " version=\"1\" ", by: " "),
    Damage("version of another format", "cvc-enumeration-valid", replacing: " version=\"1\" ", by: " version=\"2\" "),
    Damage("id missing", "cvc-complex-type.4", replacing: " id=\"2f1c3a52-7b7e-4b58-9d3b-0c6f0e1a9b12\"", by: ""),
    Damage("currency missing", "cvc-complex-type.4", replacing: "<value currency=\"USD\">", by: "<value>"),
    Damage("count missing", "cvc-complex-type.4", replacing: "<summary items=\"2\" ", by: "<summary "),
    Damage("unknown attribute", "cvc-complex-type.3", replacing: " line=\"1\"", by: " line=\"1\" colour=\"red\""),
    Damage("attribute of a text", "cvc-type.3.1.1", replacing: "<notes>n", by: "<notes lang=\"en\">n"),
    Damage("field without name", "cvc-complex-type.4", replacing: "<field name=\"Colour\">", by: "<field>"),
    Damage("group by something unknown", "cvc-enumeration-valid", replacing: "by=\"location\"", by: "by=\"moon\""),
    Damage("line 0", type, replacing: " line=\"1\"", by: " line=\"0\""),
    Damage("line not a number", type, replacing: " line=\"1\"", by: " line=\"one\""),
    Damage("negative count", type, replacing: "items=\"2\"", by: "items=\"-2\""),
    Damage("fractional count", type, replacing: "items=\"2\"", by: "items=\"2.5\""),
    // Values
    Damage("id too short", pattern, replacing: "0c6f0e1a9b12\"", by: "0c6f0e1a9b1\""),
    Damage("id with a letter too many", pattern, replacing: "2f1c3a52-", by: "gf1c3a52-"),
    Damage("id without hyphens", pattern, replacing: "2f1c3a52-7b7e-", by: "2f1c3a527b7e"),
    Damage("parent not an id", pattern, replacing: "<parent>2F1C3A52", by: "<parent>the box"),
    Damage("currency in lower case", pattern, replacing: "<value currency=\"USD\">", by: "<value currency=\"usd\">"),
    Damage("currency sign", pattern, replacing: "<value currency=\"USD\">", by: "<value currency=\"$\">"),
    Damage("amount with a sign of currency", type, replacing: ">12.34<", by: ">$12.34<"),
    Damage("amount with a decimal comma", type, replacing: ">12.34<", by: ">12,34<"),
    Damage("amount with an exponent", type, replacing: ">12.34<", by: ">1e3<"),
    Damage("amount not a number", type, replacing: ">12.34<", by: ">NaN<"),
    Damage("amount empty", type, replacing: ">12.34<", by: "><"),
    Damage("amount with five decimals", "cvc-fractionDigits-valid", replacing: ">12.34<", by: ">12.34567<"),
    Damage("quantity negative", "cvc-minInclusive-valid", replacing: "<quantity>2<", by: "<quantity>-2<"),
    Damage("quantity in words", type, replacing: "<quantity>2<", by: "<quantity>two<"),
    Damage("depreciation above 100", "cvc-maxInclusive-valid", replacing: ">12.5<", by: ">112.5<"),
    Damage("moment in local time", pattern, replacing: "09:30:00.123Z", by: "09:30:00.123"),
    Damage("moment with an offset", pattern, replacing: "09:30:00.123Z", by: "09:30:00.123+02:00"),
    Damage("moment without time", type, replacing: "2014-05-01T09:30:00.123Z", by: "2014-05-01"),
    Damage("moment in month 13", type, replacing: "2014-05-01T", by: "2014-13-01T"),
    Damage("moment on 30 February", type, replacing: "2014-05-01T", by: "2014-02-30T"),
    Damage("date with dots", type, replacing: "<expires>2020-01-01", by: "<expires>01.01.2020"),
    Damage("boolean in words", type, replacing: "<insured>true", by: "<insured>yes"),
    // Grammar
    Damage("nothing at all", grammar, bytes: []),
    Damage("not XML", grammar, bytes: Array("name,serial\n".utf8)),
    Damage("truncated in an element", grammar, bytes: Array(Array(fullDocument.utf8).dropLast(40))),
    Damage("truncated in the middle", grammar, bytes: Array(fullDocument.utf8.prefix(1500))),
    Damage("end tag missing", "cvc-type.3.1.2", replacing: "</notes>", by: ""),
    Damage("end tags crossed", grammar, replacing: "</tag></tags>", by: "</tags></tag>"),
    Damage("bare ampersand", grammar, replacing: "&amp; Shiny", by: "& Shiny"),
    Damage("bare less-than", grammar, replacing: "&amp; Shiny", by: "< Shiny"),
    Damage("undeclared entity", grammar, replacing: "&amp; Shiny", by: "&nbsp; Shiny"),
    Damage("attribute twice", grammar, replacing: " line=\"1\"", by: " line=\"1\" line=\"1\""),
    Damage("attribute without quotes", grammar, replacing: " line=\"1\"", by: " line=1"),
    Damage("undeclared prefix", "namespace", replacing: "<notes>n</notes>", by: "<q:notes>n</q:notes>"),
    Damage("two roots", grammar, bytes: Array((fullDocument + "<inventory/>").utf8)),
    Damage("text after the root", grammar, bytes: Array((fullDocument + "the end").utf8)),
    Damage("control character", grammar, replacing: "Fluffy", by: "Flu\u{1}fy"),
    Damage("reference to a control character", grammar, replacing: "Fluffy", by: "Flu&#1;fy"),
    Damage("CDATA end in text", grammar, replacing: "Fluffy", by: "Flu]]>fy"),
    Damage("double hyphen in a comment", grammar, replacing: "<items>", by: "<!-- a -- b --><items>"),
    Damage(
        "invalid UTF-8", grammar,
        bytes: Array(fullDocument.utf8).replacingFirst(Array("Fluffy".utf8), by: [0xC3, 0x28])),
    Damage(
        "Latin-1 said to be UTF-8", grammar,
        bytes: Array(fullDocument.utf8).replacingFirst(Array("Fluffy".utf8), by: [0xE9])),
    Damage("unknown encoding", grammar, replacing: "encoding=\"UTF-8\"", by: "encoding=\"KLINGON\""),
    Damage(
        "NUL byte", grammar, bytes: Array(fullDocument.utf8).replacingFirst(Array("Fluffy".utf8), by: [0x41, 0, 0x42])),
]

/// Documents that xmllint takes and this program refuses on purpose.
let refusals: [Damage] = [
    Damage("DOCTYPE", "no-doctype", replacing: "<inventory ", by: "<!DOCTYPE inventory>\n<inventory "),
    Damage(
        "DOCTYPE with an entity", "no-doctype", replacing: "<inventory ",
        by: "<!DOCTYPE inventory [<!ENTITY a \"b\">]>\n<inventory "),
]

extension Damage {
    fileprivate func alsoReplacing(_ old: String, by new: String) -> Damage {
        Damage(name, rule, bytes: bytes.replacingFirst(Array(old.utf8), by: Array(new.utf8)))
    }
}
