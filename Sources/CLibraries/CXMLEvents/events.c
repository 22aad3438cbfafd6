#include "CXMLEvents.h"

#include <libxml/parser.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

void xml_text_forward(void *context) {
    struct xml_events *events = context;
    long count = events->text_count - events->text_forwarded;
    if (count <= 0) return;
    const unsigned char *start = events->text + events->text_forwarded;
    events->text_forwarded = events->text_count;
    events->schema_text(events->schema, start, count < INT_MAX ? (int)count : INT_MAX);
}

void xml_text_end(void *context) {
    struct xml_events *events = context;
    xml_text_forward(context);
    events->text_count = 0;
    events->text_forwarded = 0;
    events->has_section = 0;
}

void xml_text_free(void *context) {
    struct xml_events *events = context;
    free(events->text);
    events->text = NULL;
    events->text_count = events->text_forwarded = events->text_capacity = 0;
}

__attribute__((noinline)) void xml_text_add(void *context, const unsigned char *bytes, int count) {
    struct xml_events *events = context;
    long needed = events->text_count + count;
    if (needed > events->text_limit) return events->refuse_text(context);
    if (needed > events->text_capacity) {
        long capacity = needed < 2048 ? 4096 : 2 * needed;
        unsigned char *larger = realloc(events->text, (size_t)capacity);
        if (!larger) return events->refuse_text(context);
        events->text = larger;
        events->text_capacity = capacity;
    }
    memcpy(events->text + events->text_count, bytes, (size_t)count);
    events->text_count = needed;
}

/* libxml2 hands five pointers an attribute: local name, prefix, namespace, first byte and end of the value. */
static int have_namespace(const unsigned char **attributes, int count) {
    for (int attribute = 0; attribute < count; attribute++) {
        if (attributes[5 * attribute + 2]) return 1;
    }
    return 0;
}

/* Rare work is in functions of its own, so that most tags pass through a short one. */
static __attribute__((noinline)) void start_with_more(
    void *context, const unsigned char *name, const unsigned char *prefix, const unsigned char *uri, int namespaces_count,
    const unsigned char **namespaces, int attributes_count, int defaulted, const unsigned char **attributes) {
    const struct xml_events *events = context;
    if (events->is_observed || have_namespace(attributes, attributes_count)) {
        events->other_start(
            context, name, prefix, uri, namespaces_count, namespaces, attributes_count, defaulted, attributes);
        return;
    }
    xml_text_end(context);
    events->schema_start(
        events->schema, name, prefix, uri, namespaces_count, namespaces, attributes_count, defaulted, attributes);
}

void xml_event_start(
    void *context, const unsigned char *name, const unsigned char *prefix, const unsigned char *uri, int namespaces_count,
    const unsigned char **namespaces, int attributes_count, int defaulted, const unsigned char **attributes) {
    const struct xml_events *events = context;
    if (!(events->is_observed | events->text_count | attributes_count)) {
        events->schema_start(
            events->schema, name, prefix, uri, namespaces_count, namespaces, attributes_count, defaulted, attributes);
    } else {
        start_with_more(
            context, name, prefix, uri, namespaces_count, namespaces, attributes_count, defaulted, attributes);
    }
}

static __attribute__((noinline)) void end_with_more(
    void *context, const unsigned char *name, const unsigned char *prefix, const unsigned char *uri) {
    const struct xml_events *events = context;
    if (events->is_observed) {
        events->other_end(context, name, prefix, uri);
        return;
    }
    xml_text_end(context);
    events->schema_end(events->schema, name, prefix, uri);
}

void xml_event_end(void *context, const unsigned char *name, const unsigned char *prefix, const unsigned char *uri) {
    const struct xml_events *events = context;
    if (!(events->is_observed | events->text_count)) {
        events->schema_end(events->schema, name, prefix, uri);
    } else {
        end_with_more(context, name, prefix, uri);
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
    if (!(events->is_observed | events->text_count) && count <= events->text_limit
        && is_whole(events->parser, bytes, count)) {
        events->schema_text(events->schema, bytes, count);
    } else {
        xml_text_add(context, bytes, count);
    }
}
