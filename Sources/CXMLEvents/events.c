#include "CXMLEvents.h"

#include <libxml/parser.h>

void xml_event_start(
    void *context, const unsigned char *name, const unsigned char *prefix, const unsigned char *uri, int namespaces_count,
    const unsigned char **namespaces, int attributes_count, int defaulted, const unsigned char **attributes) {
    const struct xml_events *events = context;
    if (events->is_plain && attributes_count == 0) {
        events->schema_start(
            events->schema, name, prefix, uri, namespaces_count, namespaces, 0, defaulted, attributes);
    } else {
        events->other_start(
            context, name, prefix, uri, namespaces_count, namespaces, attributes_count, defaulted, attributes);
    }
}

void xml_event_end(void *context, const unsigned char *name, const unsigned char *prefix, const unsigned char *uri) {
    const struct xml_events *events = context;
    if (events->is_plain) {
        events->schema_end(events->schema, name, prefix, uri);
    } else {
        events->other_end(context, name, prefix, uri);
    }
}

/* Whether a piece of text is all that stands between two tags, so that no other will have to be joined to it. Text past
   ASCII comes in a buffer of the parser's own. */
static int is_whole(const xmlParserCtxt *parser, const unsigned char *bytes, int count) {
    const xmlParserInput *input = parser->input;
    if (!input || !input->base || bytes < input->base || bytes >= input->end) return 0;
    const unsigned char *next = bytes + count;
    return next + 1 < input->end && next[0] == '<' && next[1] != '!' && next[1] != '?';
}

void xml_event_text(void *context, const unsigned char *bytes, int count) {
    const struct xml_events *events = context;
    if (events->is_plain && count <= events->text_limit && is_whole(events->parser, bytes, count)) {
        events->schema_text(events->schema, bytes, count);
    } else {
        events->other_text(context, bytes, count);
    }
}
