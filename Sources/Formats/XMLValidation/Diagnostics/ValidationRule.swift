internal import CXML2

/// The rule behind one of libxml2's error codes, and what a person can do about it.
struct ValidationRule: Equatable {
    let name: String
    let remedy: String
    /// Whether libxml2 follows it by a second error that only repeats that the value is not of its type.
    var isFacet = false

    static let wellFormed = "well-formed"

    /// Finds the rule for an error of libxml2; names follow XML Schema 1.0 Part 1, appendix C.
    static func of(domain: Int32, code: Int32) -> ValidationRule {
        guard domain == XML_FROM_SCHEMASV.rawValue else {
            return grammar(domain: domain, code: code)
        }
        return switch xmlParserErrors(UInt32(bitPattern: code)) {
        case XML_SCHEMAV_CVC_PATTERN_VALID:
            ValidationRule(
                name: "cvc-pattern-valid", remedy: "write the value in the form the pattern asks for", isFacet: true)
        case XML_SCHEMAV_CVC_ENUMERATION_VALID:
            ValidationRule(name: "cvc-enumeration-valid", remedy: "use one of the values listed", isFacet: true)
        case XML_SCHEMAV_CVC_FRACTIONDIGITS_VALID:
            ValidationRule(name: "cvc-fractionDigits-valid", remedy: "write fewer decimals", isFacet: true)
        case XML_SCHEMAV_CVC_TOTALDIGITS_VALID:
            ValidationRule(name: "cvc-totalDigits-valid", remedy: "write fewer digits", isFacet: true)
        case XML_SCHEMAV_CVC_MININCLUSIVE_VALID, XML_SCHEMAV_CVC_MINEXCLUSIVE_VALID:
            ValidationRule(name: "cvc-minInclusive-valid", remedy: "use a larger number", isFacet: true)
        case XML_SCHEMAV_CVC_MAXINCLUSIVE_VALID, XML_SCHEMAV_CVC_MAXEXCLUSIVE_VALID:
            ValidationRule(name: "cvc-maxInclusive-valid", remedy: "use a smaller number", isFacet: true)
        case XML_SCHEMAV_CVC_LENGTH_VALID, XML_SCHEMAV_CVC_MINLENGTH_VALID, XML_SCHEMAV_CVC_MAXLENGTH_VALID:
            ValidationRule(name: "cvc-length-valid", remedy: "make the text as long as asked for", isFacet: true)
        case XML_SCHEMAV_CVC_FACET_VALID:
            ValidationRule(name: "cvc-facet-valid", remedy: "correct the value", isFacet: true)
        case XML_SCHEMAV_CVC_DATATYPE_VALID_1_2_1, XML_SCHEMAV_CVC_DATATYPE_VALID_1_2_2,
            XML_SCHEMAV_CVC_DATATYPE_VALID_1_2_3:
            ValidationRule(name: "cvc-datatype-valid", remedy: "write the value as its type asks for")
        case XML_SCHEMAV_CVC_ELT_1:
            ValidationRule(name: "cvc-elt.1", remedy: "start the document with the element and namespace of the schema")
        case XML_SCHEMAV_CVC_ELT_3_1:
            ValidationRule(name: "cvc-elt.3.1", remedy: "remove xsi:nil; leave the element out where there is no value")
        case XML_SCHEMAV_CVC_ELT_4_1, XML_SCHEMAV_CVC_ELT_4_2, XML_SCHEMAV_CVC_ELT_4_3:
            ValidationRule(name: "cvc-elt.4", remedy: "remove xsi:type; the schema gives every element its type")
        case XML_SCHEMAV_ELEMENT_CONTENT, XML_SCHEMAV_CVC_COMPLEX_TYPE_2_4:
            ValidationRule(
                name: "cvc-complex-type.2.4", remedy: "keep to the elements of the schema, each in its place")
        case XML_SCHEMAV_CVC_COMPLEX_TYPE_2_1:
            ValidationRule(name: "cvc-complex-type.2.1", remedy: "leave the element empty")
        case XML_SCHEMAV_CVC_COMPLEX_TYPE_2_2:
            ValidationRule(name: "cvc-complex-type.2.2", remedy: "put text only into it, no elements")
        case XML_SCHEMAV_CVC_COMPLEX_TYPE_2_3:
            ValidationRule(name: "cvc-complex-type.2.3", remedy: "remove the text between the elements")
        case XML_SCHEMAV_CVC_COMPLEX_TYPE_3_1, XML_SCHEMAV_CVC_COMPLEX_TYPE_3_2_1, XML_SCHEMAV_CVC_COMPLEX_TYPE_3_2_2:
            ValidationRule(name: "cvc-complex-type.3", remedy: "remove the attribute or correct its name")
        case XML_SCHEMAV_CVC_COMPLEX_TYPE_4:
            ValidationRule(name: "cvc-complex-type.4", remedy: "add the attribute")
        case XML_SCHEMAV_CVC_TYPE_3_1_1:
            ValidationRule(name: "cvc-type.3.1.1", remedy: "remove the attribute")
        case XML_SCHEMAV_CVC_TYPE_3_1_2:
            ValidationRule(name: "cvc-type.3.1.2", remedy: "put text only into it, no elements")
        default:
            ValidationRule(name: "cvc-\(code)", remedy: "correct it as the schema says")
        }
    }

    private static func grammar(domain: Int32, code: Int32) -> ValidationRule {
        if domain == XML_FROM_NAMESPACE.rawValue {
            return ValidationRule(name: "namespace", remedy: "declare the namespace prefix or remove it")
        }
        return switch xmlParserErrors(UInt32(bitPattern: code)) {
        case XML_ERR_DOCUMENT_END:
            ValidationRule(
                name: wellFormed, remedy: "it is cut short, or goes on after its root element; get it again, whole")
        case XML_ERR_DOCUMENT_EMPTY, XML_ERR_TAG_NOT_FINISHED:
            ValidationRule(name: wellFormed, remedy: "the file is empty or cut short; get it again, whole")
        case XML_ERR_INVALID_CHAR:
            ValidationRule(
                name: wellFormed, remedy: "replace the character: XML takes UTF-8 without control characters")
        case XML_ERR_INVALID_ENCODING, XML_ERR_UNKNOWN_ENCODING, XML_ERR_UNSUPPORTED_ENCODING, XML_I18N_CONV_FAILED:
            ValidationRule(name: wellFormed, remedy: "save the file as UTF-8")
        case XML_ERR_UNDECLARED_ENTITY, XML_WAR_UNDECLARED_ENTITY:
            ValidationRule(name: wellFormed, remedy: "write the character itself instead of an entity")
        case XML_ERR_ATTRIBUTE_REDEFINED:
            ValidationRule(name: wellFormed, remedy: "keep one of the two attributes")
        case XML_ERR_TAG_NAME_MISMATCH:
            ValidationRule(name: wellFormed, remedy: "close every element in the order it was opened")
        default:
            ValidationRule(name: wellFormed, remedy: "correct the markup")
        }
    }
}
