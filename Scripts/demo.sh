#!/usr/bin/env bash
# Makes a sample inventory and its reports in every format, and says where they are.
set -euo pipefail
homepwner=$(realpath "$1")
rm -rf demo
mkdir demo
cd demo
export HOMEPWNER_STORE=inventory.homepwner

"$homepwner" init --currency USD >/dev/null
"$homepwner" settings --owner "Ada Lovelace" --address "12 St James's Square, London" \
    --insurer "Example Mutual" --policy-number HO-1234567 >/dev/null
"$homepwner" sample --photos --count 60 --seed 7 >/dev/null
for format in html pdf xlsx xml csv json; do
    "$homepwner" report inventory --format $format --output inventory.$format >/dev/null
done
"$homepwner" report inventory --format html --group-by location --output by-location.html >/dev/null
"$homepwner" report inventory --format html --locale zh-Hans --output inventory.zh-Hans.html >/dev/null
"$homepwner" validate inventory.xml >/dev/null
"$homepwner" report insurance --high-value 2500USD --output claim.pdf >/dev/null
"$homepwner" publish site --editable >/dev/null

cat <<TXT
A sample inventory of 60 items is in demo/inventory.homepwner. Its reports:

  demo/inventory.html          the list with totals and a chart; open it in a browser, print it from there
  demo/by-location.html        the same with a subtotal for each room
  demo/inventory.zh-Hans.html  the same in Chinese
  demo/inventory.pdf           the list for sending: archival, accessible, with the XML inside
  demo/claim.pdf               for an insurer: cover, sums, schedule, an entry an item, what is missing
  demo/inventory.xml           for programs; valid against Templates/schema/inventory-1.xsd
  demo/inventory.xlsx          for spreadsheet programs, with formulas
  demo/inventory.csv           for programs that read tables
  demo/inventory.json          for scripts

The same as web pages: open demo/site/index.html in a browser. To edit the list there, run this, and open the link that
it prints:

  .build/release/homepwner serve demo/site --store demo/inventory.homepwner

Next, with your own things:
  .build/release/homepwner report inventory --input EXPORT.csv --format html --output report.html
  .build/release/homepwner help
TXT
