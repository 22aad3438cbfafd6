/* xml-reference FILE SCHEMA: the fastest way libxml2 itself has of validating a large file, for comparison.
   xmlSchemaValidateStream checks SAX events as they come: one thread, no tree. Exit status 0 means valid. */
#include <libxml/parser.h>
#include <libxml/xmlschemas.h>
#include <stdio.h>

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: %s FILE SCHEMA\n", arguments[0]);
        return 2;
    }
    xmlInitParser();
    xmlSchemaParserCtxtPtr reader = xmlSchemaNewParserCtxt(arguments[2]);
    xmlSchemaPtr schema = reader ? xmlSchemaParse(reader) : NULL;
    xmlSchemaValidCtxtPtr validation = schema ? xmlSchemaNewValidCtxt(schema) : NULL;
    xmlParserInputBufferPtr input = xmlParserInputBufferCreateFilename(arguments[1], XML_CHAR_ENCODING_NONE);
    if (!validation || !input) {
        return 2;
    }
    xmlSAXHandler handler = {.initialized = XML_SAX2_MAGIC};
    return xmlSchemaValidateStream(validation, input, XML_CHAR_ENCODING_NONE, &handler, NULL) != 0;
}
