/// The wording of diagnostics about values that cannot be printed where they are.
extension DiagnosticMessage {
    static func forbiddenContext(_ context: ForbiddenContext) -> DiagnosticMessage {
        let (place, remedy, example) = wording(of: context)
        return DiagnosticMessage(
            .forbiddenContext, "a value cannot be printed safely in \(place)",
            remedy: remedy + (example.map { ", for example \($0)" } ?? ""))
    }

    private static func wording(
        of context: ForbiddenContext
    ) -> (place: String, remedy: String, example: String?) {
        switch context {
        case .tagName:
            (
                "a tag's name", "write the tag out, one in a section for each case",
                "{{#isBold}}<b>{{name}}</b>{{/isBold}}"
            )
        case .elementName: ("a tag's name", "write the tag out", "<title>{{name}}</title>")
        case .attributeName(afterValue: true):
            (
                "an attribute's name",
                "close the quotation marks of the attribute before it, whose value holds \"<\" or a line's end", nil
            )
        case .attributeName(afterValue: false):
            (
                "an attribute's name", "write the attribute out, in a section if it is optional",
                "<input{{#isDone}} checked{{/isDone}}>"
            )
        case .unquotedAttribute:
            ("an attribute without quotation marks", "put the value in quotation marks", "<p title=\"{{name}}\">")
        case .comment: ("a comment", "use a template comment, or print the value as text", "{{! … }}")
        case .declaration: ("a declaration", "write the declaration out", "<!DOCTYPE html>")
        case .script:
            (
                "a script", "put the value in a data block and read it from the script",
                "<script type=\"application/json\">{\"name\": {{name}}}</script>"
            )
        case .styleSheet:
            (
                "a style sheet", "choose a class with a section, or set a width or fill attribute",
                "<p class=\"{{kind}}\">"
            )
        case .rawText(let element):
            ("raw text (\(element))", "print the value outside of this element", "<p>{{name}}</p>")
        case .scriptType: ("a script's type", "write the type out", "<script type=\"application/json\">")
        case .attribute(let attribute, let element):
            (
                HTMLNames.description(of: attribute, in: element),
                "choose between written-out values with sections, or keep the value in a data- attribute",
                "<p data-name=\"{{name}}\">"
            )
        case .codeURL(let attribute, element: "link"):
            (
                "a URL that brings in code (\(attribute) of link)",
                "write rel=\"icon\" or the like before it, write the URL out, or declare the value as a trusted URL",
                "<link rel=\"stylesheet\" href=\"page.css\">"
            )
        case .codeURL(let attribute, let element):
            (
                "a URL that brings in code (\(attribute) of \(element))",
                "write the URL out, or declare the value as a trusted URL", "<script src=\"page.js\">"
            )
        case .urlScheme:
            (
                "a URL with this scheme",
                "let the URL begin with http:, https:, mailto: or tel:, or with the value as a whole",
                "<a href=\"{{link}}\">"
            )
        case .urlReference:
            ("a character reference of a URL", "write &amp; for &", "<a href=\"?a=1&amp;{{name}}=2\">")
        case .svgScript: ("a script", "print the value outside of this element", "<text>{{name}}</text>")
        case .svgStyleSheet: ("a style sheet", "print the value outside of this element", "<text>{{name}}</text>")
        case .namespace: ("a namespace", "write the namespace out", "<list xmlns=\"urn:example:list\">")
        case .cdata(let name): (name, "take away \"<![CDATA[\" and \"]]>\": values are escaped in text", nil)
        case .xmlMarkup(let name):
            (name, "put the value in text or in a quoted attribute", "<name code=\"{{code}}\">{{name}}</name>")
        case .secondJSONValue:
            (
                "the same place as another value", "write a comma between them",
                "[{{#rooms}}{{name}}{{^@last}}, {{/@last}}{{/rooms}}]"
            )
        case .jsonString:
            ("a JSON string", "let the tag stand for the whole value, without quotation marks", "{\"name\": {{name}}}")
        case .insideJSONValue:
            (
                "the middle of a JSON value", "let the tag stand for the whole value, without quotation marks",
                "{\"name\": {{name}}}"
            )
        case .jsonName:
            (
                "the name of a JSON member: it is not a text", "write the name out, or give a text",
                "{\"name\": {{total}}}"
            )
        case .secondCSVField:
            (
                "the same CSV field as another value", "write a comma or a line's end between them",
                "{{#tags}}{{name}}{{^@last}},{{/@last}}{{/tags}}"
            )
        case .csvQuotes:
            ("quotation marks", "let the tag stand for the whole field, without quotation marks", "{{name}},{{value}}")
        case .insideCSVField:
            (
                "the middle of a CSV field", "let the tag stand for the whole field, without quotation marks",
                "{{name}},{{value}}"
            )
        case .typstCode:
            ("Typst markup or code", "put the value in a string of a call", "#text(\"{{name}}\")")
        case .typstSource:
            (
                "a string that Typst runs as code or reads a file by",
                "write it out, or put the value in a string of another call", "#text(\"{{name}}\")"
            )
        }
    }
}
