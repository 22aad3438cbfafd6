// ctemplate and kainjow's mustache: peers ctemplate|kainjow ROWS.tsv FOOT.tsv RUNS TEMPLATE
#include <ctemplate/template.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <kainjow/mustache.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace {
const std::vector<std::string> names = {"id", "name", "serial", "value", "created", "location", "notes"};
const std::vector<std::string> ends = {"count", "total", "generated"};
using Row = std::vector<std::string>;

std::string contents(const char *path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

std::vector<Row> table(const char *path) {
    std::vector<Row> rows;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        Row row;
        std::stringstream cells(line);
        for (std::string cell; std::getline(cells, cell, '\t');) row.push_back(cell);
        row.resize(7);
        rows.push_back(row);
    }
    return rows;
}

void measure(const char *peer, size_t rows, int runs, const std::function<size_t()> &render) {
    const size_t size = render();
    std::printf("{\"peer\":\"%s\",\"rows\":%zu,\"bytes\":%zu,\"runs_ms\":[", peer, rows, size);
    for (int run = 0; run < runs; run++) {
        const auto start = std::chrono::steady_clock::now();
        if (render() != size) std::abort();
        const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
        std::printf("%s%.3f", run ? "," : "", time.count());
    }
    std::puts("]}");
}
}  // namespace

int main(int count, char **arguments) {
    if (count != 6) return 2;
    const std::string peer = arguments[1];
    const auto rows = table(arguments[2]);
    const auto foot = table(arguments[3]).at(0);
    const int runs = std::atoi(arguments[4]);
    if (peer == "kainjow") {
        kainjow::mustache::mustache page(contents(arguments[5]));
        kainjow::mustache::data data, list(kainjow::mustache::data::type::list);
        for (const auto &row : rows) {
            kainjow::mustache::data item;
            for (size_t k = 0; k < names.size(); k++) item.set(names[k], row[k]);
            list.push_back(item);
        }
        for (size_t k = 0; k < ends.size(); k++) data.set(ends[k], foot[k]);
        data.set("items", list);
        measure("kainjow", rows.size(), runs, [&] { return page.render(data).size(); });
    } else {
        // The same page in ctemplate's words, where escaping is asked for tag by tag.
        std::string text = contents(arguments[5]);
        for (size_t at = 0; (at = text.find("{{", at)) != std::string::npos; at += 2) {
            const size_t end = text.find("}}", at);
            if (text[at + 2] != '#' && text[at + 2] != '/') text.insert(end, ":h");
        }
        ctemplate::StringToTemplateCache("page", text, ctemplate::DO_NOT_STRIP);
        ctemplate::TemplateDictionary data("page");
        for (size_t k = 0; k < ends.size(); k++) data.SetValue(ends[k], foot[k]);
        for (const auto &row : rows) {
            auto *item = data.AddSectionDictionary("items");
            for (size_t k = 0; k < names.size(); k++) item->SetValue(names[k], row[k]);
        }
        std::string out;
        measure("ctemplate", rows.size(), runs, [&] {
            out.clear();
            ctemplate::ExpandTemplate("page", ctemplate::DO_NOT_STRIP, &data, &out);
            return out.size();
        });
    }
}
