/// The page of the table workload.
enum TableTemplate {
    static let text = """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"><title>Home Inventory</title></head>
        <body>
        <h1>Home Inventory</h1><p>{{count}} items, generated {{generated}}</p>
        <table class="items"><thead><tr><th>Id</th><th>Name</th><th>Serial</th><th>Value</th><th>Created</th><th>Location</th><th>Notes</th></tr></thead>
        <tbody>
        {{#items}}
        <tr class="item">
        <td class="item-id">{{id}}</td>
        <td class="item-name">{{name}}</td>
        <td class="item-serial">{{serial}}</td>
        <td class="item-value">{{value}}</td>
        <td class="item-created">{{created}}</td>
        <td class="item-location">{{location}}</td>
        <td class="item-notes">{{notes}}</td>
        </tr>
        {{/items}}
        </tbody>
        <tfoot><tr><td colspan="7">Total: {{total}}</td></tr></tfoot></table></body></html>

        """
}
