// mustache.js: peers.js ROWS.tsv FOOT.tsv RUNS TEMPLATE
const fs = require('fs');
const mustache = require('/usr/share/nodejs/mustache');
const [rows, foot, runs, template] = process.argv.slice(2);
const names = ['id', 'name', 'serial', 'value', 'created', 'location', 'notes'];
const lines = fs.readFileSync(rows, 'utf8').trimEnd().split('\n').map((line) => line.split('\t'));
const items = lines.map((cells) => Object.fromEntries(names.map((name, k) => [name, cells[k]])));
const [count, total, generated] = fs.readFileSync(foot, 'utf8').trimEnd().split('\t');
const source = fs.readFileSync(template, 'utf8');
const data = {items, count, total, generated};
mustache.parse(source);
const bytes = Buffer.byteLength(mustache.render(source, data));
const times = [];
for (let run = 0; run < Number(runs); run++) {
    const start = process.hrtime.bigint();
    mustache.render(source, data);
    times.push(Number(process.hrtime.bigint() - start) / 1e6);
}
console.log(JSON.stringify({peer: 'mustache.js', rows: items.length, bytes, runs_ms: times}));
