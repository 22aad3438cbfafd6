"""Writes a hugo site of the items in JSON on standard input: publish.py FOLDER [lean]

The same pages as `homepwner publish` makes: one an item with what it states, the whole list, and lists by location, tag
and initial, at most 500 rows a page. With `lean` there is one list of everything and no other.
"""
import json
import os
import sys

NAMES = [
    ("serialNumber", "Serial number"), ("quantity", "Quantity"), ("category", "Category"),
    ("manufacturer", "Manufacturer"), ("modelNumber", "Model number"), ("assetIdentifier", "Asset number"),
    ("condition", "Condition"), ("description", "Description"), ("notes", "Notes"),
]
SHEET = "".join(
    f"{{{{ with .Params.{name} }}}}<div><dt>{words}</dt><dd>{{{{ . }}}}</dd></div>\n{{{{ end }}}}"
    for name, words in [("value", "Value each")] + NAMES)
HEAD = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/assets/style.css"><title>{{ .Title }}</title></head>
"""
ITEM = HEAD + """<body class="item"><header class="top"><p class="site"><a href="/">Inventory</a></p></header><main>
<h1>{{ .Title }}</h1>
<dl class="sheet">
""" + SHEET + """<div><dt>Recorded</dt><dd><time datetime="{{ .Params.date }}">{{ .Date.Format "Jan 2, 2006" }}</time></dd></div>
</dl>
BROWSE</main></body></html>
"""
BROWSE = """<nav class="browse"><h2>See also</h2><ul class="chips">
{{ range $kind := slice "locations" "tags" "letters" }}{{ range $.GetTerms $kind }}<li><a href="{{ .RelPermalink }}">{{ .LinkTitle }}</a></li>
{{ end }}{{ end }}</ul></nav>
"""
ROW = """<tr><td><a href="{{ .RelPermalink }}">{{ .Title }}</a></td><td>{{ .Params.serialNumber }}</td>\
<td>{{ .Params.quantity }}</td><td>{{ .Params.value }}</td><td>{{ .Date.Format "Jan 2, 2006" }}</td>\
<td>{{ .Params.location }}</td></tr>
"""
LIST = HEAD + """<body><main><h1>{{ .Title }}</h1><table><tbody>
{{ range ROWS }}""" + ROW + """{{ end }}</tbody></table>PAGER</main></body></html>
"""
PAGER = """
{{ with .Paginator }}<nav>{{ if .HasPrev }}<a href="{{ .Prev.URL }}">Back</a>{{ end }} {{ .PageNumber }} of {{ .TotalPages }}
{{ if .HasNext }}<a href="{{ .Next.URL }}">On</a>{{ end }}</nav>{{ end }}"""
SETTINGS = 'baseURL = "https://inventory.example/"\ntitle = "Inventory"\npaginate = 500\n'


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def front(item, lean):
    """The item as front matter; text in JSON is text in YAML."""
    state = {"title": item["name"], "date": item["dateCreated"]}
    for name, _ in NAMES:
        if item.get(name) is not None:
            state[name] = item[name]
    if "value" in item:
        state["value"] = f"{item['value']['amount']} {item['value']['currency']}"
    place = item.get("location", "no location stated")
    state["location"] = place
    if not lean:
        state["locations"] = [place]
        state["tags"] = item.get("tags", [])
        state["letters"] = [item["name"][:1].upper() or "#"]
    return "---\n" + json.dumps(state, ensure_ascii=False) + "\n---\n"


def main(folder, lean):
    settings = SETTINGS
    if lean:
        settings += 'disableKinds = ["taxonomy", "term", "RSS", "sitemap", "section", "404"]\n'
    else:
        settings += 'disableKinds = ["taxonomy", "RSS", "sitemap", "section", "404"]\n'
        settings += 'ignoreErrors = ["error-disable-taxonomy"]\n'
        settings += '[taxonomies]\nlocation = "locations"\ntag = "tags"\nletter = "letters"\n'
    write(f"{folder}/config.toml", settings)
    write(f"{folder}/layouts/_default/single.html", ITEM.replace("BROWSE", "" if lean else BROWSE))
    if lean:
        write(f"{folder}/layouts/index.html", LIST.replace("ROWS", ".Site.RegularPages").replace("PAGER", ""))
    else:
        for name, rows in (("index", ".Site.RegularPages"), ("_default/term", ".Pages")):
            text = LIST.replace("ROWS", f"(.Paginate {rows}).Pages").replace("PAGER", PAGER)
            write(f"{folder}/layouts/{name}.html", text)
    for item in json.load(sys.stdin):
        write(f"{folder}/content/items/{item['id']}.md", front(item, lean))


if __name__ == "__main__":
    main(sys.argv[1], "lean" in sys.argv[2:])
