#include "CXMLEvents.h"

#include <libxml/parser.h>

/* libxml2 keeps what it was given of a start tag until the tag is complete. In such small steps it is seen before it is
   parsed; they cost nothing that can be measured. */
enum { STEP = 4096 };

/* Whether the start tag that the parser waits for has too many attributes or bytes. The parser's own input is looked at,
   which is UTF-8 whatever the encoding of the document is. */
static int waits_for_large_tag(const xmlParserInput *input) {
    if (!input || input->end - input->cur <= STEP) return 0;
    const unsigned char *next = input->cur;
    /* Comments, instructions and CDATA sections are searched for their end, which is linear. */
    if (next[0] != '<' || next[1] == '!' || next[1] == '?') return 0;
    if (input->end - next > XML_PUSH_TAG_BYTES) return 1;
    int attributes = 0;
    for (unsigned char quote = 0; next < input->end; next++) {
        if (quote) {
            if (*next == quote) quote = 0;
        } else if (*next == '"' || *next == '\'') {
            quote = *next;
        } else if (*next == '=') {
            attributes++;
        }
    }
    return attributes > XML_PUSH_ATTRIBUTES;
}

int xml_push(void *context, const char *bytes, long count, int is_last) {
    xmlParserCtxt *parser = context;
    int code = 0;
    do {
        int step = count < STEP ? (int)count : STEP;
        count -= step;
        code = xmlParseChunk(parser, bytes, step, is_last && count == 0);
        if (bytes) bytes += step;
        if (parser->disableSAX) return code;
        /* A table of two places a namespace; newer versions of libxml2 count namespaces, and do not search them one by one. */
        if (parser->nsNr > 2 * XML_PUSH_NAMESPACES || waits_for_large_tag(parser->input)) return XML_PUSH_REFUSED;
    } while (count > 0);
    return code;
}
