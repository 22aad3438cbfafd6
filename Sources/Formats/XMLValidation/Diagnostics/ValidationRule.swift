internal import CXML2

/// The rule behind one of libxml2's error codes, and its remedy.
struct ValidationRule: Equatable {
    let name: String
    let remedy: XMLDiagnostic.Remedy
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
                name: "cvc-pattern-valid", remedy: .followPattern, isFacet: true)
        case XML_SCHEMAV_CVC_ENUMERATION_VALID:
            ValidationRule(name: "cvc-enumeration-valid", remedy: .useListedValue, isFacet: true)
        case XML_SCHEMAV_CVC_FRACTIONDIGITS_VALID:
            ValidationRule(name: "cvc-fractionDigits-valid", remedy: .fewerDecimals, isFacet: true)
        case XML_SCHEMAV_CVC_TOTALDIGITS_VALID:
            ValidationRule(name: "cvc-totalDigits-valid", remedy: .fewerDigits, isFacet: true)
        case XML_SCHEMAV_CVC_MININCLUSIVE_VALID, XML_SCHEMAV_CVC_MINEXCLUSIVE_VALID:
            ValidationRule(name: "cvc-minInclusive-valid", remedy: .useLargerNumber, isFacet: true)
        case XML_SCHEMAV_CVC_MAXINCLUSIVE_VALID, XML_SCHEMAV_CVC_MAXEXCLUSIVE_VALID:
            ValidationRule(name: "cvc-maxInclusive-valid", remedy: .useSmallerNumber, isFacet: true)
        case XML_SCHEMAV_CVC_LENGTH_VALID, XML_SCHEMAV_CVC_MINLENGTH_VALID, XML_SCHEMAV_CVC_MAXLENGTH_VALID:
            ValidationRule(name: "cvc-length-valid", remedy: .fitLength, isFacet: true)
        case XML_SCHEMAV_CVC_FACET_VALID:
            ValidationRule(name: "cvc-facet-valid", remedy: .correctValue, isFacet: true)
        case XML_SCHEMAV_CVC_DATATYPE_VALID_1_2_1, XML_SCHEMAV_CVC_DATATYPE_VALID_1_2_2,
            XML_SCHEMAV_CVC_DATATYPE_VALID_1_2_3:
            ValidationRule(name: "cvc-datatype-valid", remedy: .followType)
        case XML_SCHEMAV_CVC_ELT_1:
            ValidationRule(name: "cvc-elt.1", remedy: .startWithRootElement)
        case XML_SCHEMAV_CVC_ELT_3_1:
            ValidationRule(name: "cvc-elt.3.1", remedy: .omitNil)
        case XML_SCHEMAV_CVC_ELT_4_1, XML_SCHEMAV_CVC_ELT_4_2, XML_SCHEMAV_CVC_ELT_4_3:
            ValidationRule(name: "cvc-elt.4", remedy: .omitType)
        case XML_SCHEMAV_ELEMENT_CONTENT, XML_SCHEMAV_CVC_COMPLEX_TYPE_2_4:
            ValidationRule(
                name: "cvc-complex-type.2.4", remedy: .followSchemaOrder)
        case XML_SCHEMAV_CVC_COMPLEX_TYPE_2_1:
            ValidationRule(name: "cvc-complex-type.2.1", remedy: .leaveEmpty)
        case XML_SCHEMAV_CVC_COMPLEX_TYPE_2_2:
            ValidationRule(name: "cvc-complex-type.2.2", remedy: .useTextOnly)
        case XML_SCHEMAV_CVC_COMPLEX_TYPE_2_3:
            ValidationRule(name: "cvc-complex-type.2.3", remedy: .removeText)
        case XML_SCHEMAV_CVC_COMPLEX_TYPE_3_1, XML_SCHEMAV_CVC_COMPLEX_TYPE_3_2_1, XML_SCHEMAV_CVC_COMPLEX_TYPE_3_2_2:
            ValidationRule(name: "cvc-complex-type.3", remedy: .correctAttribute)
        case XML_SCHEMAV_CVC_COMPLEX_TYPE_4:
            ValidationRule(name: "cvc-complex-type.4", remedy: .addAttribute)
        case XML_SCHEMAV_CVC_TYPE_3_1_1:
            ValidationRule(name: "cvc-type.3.1.1", remedy: .removeAttribute)
        case XML_SCHEMAV_CVC_TYPE_3_1_2:
            ValidationRule(name: "cvc-type.3.1.2", remedy: .useTextOnly)
        default:
            ValidationRule(name: "cvc-\(code)", remedy: .followSchema)
        }
    }

    private static func grammar(domain: Int32, code: Int32) -> ValidationRule {
        if domain == XML_FROM_NAMESPACE.rawValue {
            return ValidationRule(name: "namespace", remedy: .declarePrefix)
        }
        return switch xmlParserErrors(UInt32(bitPattern: code)) {
        case XML_ERR_DOCUMENT_END:
            ValidationRule(
                name: wellFormed, remedy: .getWholeDocument)
        case XML_ERR_DOCUMENT_EMPTY, XML_ERR_TAG_NOT_FINISHED:
            ValidationRule(name: wellFormed, remedy: .getWholeFile)
        case XML_ERR_INVALID_CHAR:
            ValidationRule(
                name: wellFormed, remedy: .replaceCharacter)
        case XML_ERR_INVALID_ENCODING, XML_ERR_UNKNOWN_ENCODING, XML_ERR_UNSUPPORTED_ENCODING, XML_I18N_CONV_FAILED:
            ValidationRule(name: wellFormed, remedy: .saveAsUTF8)
        case XML_ERR_UNDECLARED_ENTITY, XML_WAR_UNDECLARED_ENTITY:
            ValidationRule(name: wellFormed, remedy: .replaceEntity)
        case XML_ERR_ATTRIBUTE_REDEFINED:
            ValidationRule(name: wellFormed, remedy: .keepOneAttribute)
        case XML_ERR_TAG_NAME_MISMATCH:
            ValidationRule(name: wellFormed, remedy: .closeElements)
        default:
            ValidationRule(name: wellFormed, remedy: .correctMarkup)
        }
    }
}
