import Foundation
import JSON
import Testing

@testable import InventoryServer

@Suite("Keys of an identity provider")
struct ProviderKeyTests {
    /// The keys and texts of RFC 7515, A.2 and A.3.
    private static let payload =
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
    private static let rsa = """
        {"kty":"RSA","n":"ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-\
        yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2\
        R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FR\
        WyuXpoQ","e":"AQAB"}
        """
    private static let rsaSignature = """
        cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAc\
        QjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEs\
        qtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw
        """
    private static let curve = """
        {"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",\
        "y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}
        """
    private static let curveSignature =
        "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"

    private static func key(_ json: String) throws -> ProviderKey? {
        ProviderKey(try JSONValue(parsing: Array(json.utf8)))
    }

    @Test(
        "a key checks the signatures of RFC 7515, and no other",
        arguments: [
            (rsa, "eyJhbGciOiJSUzI1NiJ9", rsaSignature), (curve, "eyJhbGciOiJFUzI1NiJ9", curveSignature),
        ])
    func signatures(json: String, header: String, signature: String) throws {
        let key = try #require(try Self.key(json))
        let signature = try #require(Base64URL.decode(signature))
        let text = Array("\(header).\(Self.payload)".utf8)
        #expect(key.verifies(signature, of: text))
        #expect(!key.verifies(signature, of: text + [0]))
        #expect(!key.verifies(Array(signature.dropLast()), of: text))
        #expect(!key.verifies(signature + [0], of: text))
        #expect(!key.verifies([], of: text))
        #expect(!key.verifies([UInt8](repeating: 0, count: signature.count), of: text))
        for place in [0, signature.count / 2, signature.count - 1] {
            var other = signature
            other[place] ^= 1
            #expect(!key.verifies(other, of: text))
        }
    }

    @Test(
        "keys of other kinds, for other uses and weak ones are left out",
        arguments: [
            "{}", "7", #"{"kty":"oct","k":"AAAA"}"#, #"{"kty":"RSA","n":"AQAB","e":"AQAB"}"#,
            #"{"kty":"RSA","e":"AQAB"}"#,
            curve.replacing("P-256", with: "P-384"), curve.replacing("f83O", with: ""),
            curve.replacing("{", with: #"{"use":"enc","#), curve.replacing("{", with: #"{"alg":"RS256","#),
            rsa.replacing("{", with: #"{"alg":"RS512","#), rsa.replacing("ofgW", with: "of+W"),
        ])
    func unusable(json: String) throws { #expect(try Self.key(json) == nil) }

    @Test("a point that is not on the curve checks nothing")
    func foreignPoint() throws {
        let key = try Self.key(Self.curve.replacing("f83O", with: "f83P"))
        #expect(try #require(key).verifies(try #require(Base64URL.decode(Self.curveSignature)), of: [1]) == false)
    }

    @Test("base64url has one form", arguments: ["", "Zg", "Zm8", "Zm9v", "-_8"])
    func base64(text: String) throws {
        #expect(Base64URL.encode(try #require(Base64URL.decode(text))) == text)
        for other in [text + "=", text + " ", text + "\n", "+" + text, "A" + text + "é"] {
            #expect(Base64URL.decode(other) == nil, "\(other)")
        }
        #expect(Base64URL.decode("Zh") == nil && Base64URL.decode("A") == nil)
    }
}
