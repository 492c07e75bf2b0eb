// Tables: sorted by a button in the head of each column, made from columns and rows.

/** Gives each head of a table a button that sorts by its column. */
function makeSortable(table) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const name = head.textContent;
    const button = el('button', { type: 'button', class: 'sort', onclick: () => sortBy(table, column) }, name);
    if (head.title) {
      button.title = head.title;
      head.removeAttribute('title');
    }
    head.replaceChildren(button);
    head.setAttribute('aria-sort', 'none');
  });
}

/** Sorts by a column: text and small numbers first at the first call, the other way at the second. Cells without a number stay last. */
function sortBy(table, column) {
  const heads = [...table.tHead.rows[0].cells];
  const up = heads[column].getAttribute('aria-sort') !== 'ascending';
  const isNumber = heads[column].dataset.kind === 'number';
  const key = (row) => {
    const cell = row.cells[column];
    if (!isNumber) return cell.textContent;
    return cell.dataset.value === undefined ? undefined : Number(cell.dataset.value);
  };
  const rows = [...table.tBodies[0].rows].map((row, place) => ({ row, place, key: key(row) }));
  rows.sort((a, b) => {
    if (a.key === undefined || b.key === undefined) {
      return (a.key === undefined) - (b.key === undefined) || a.place - b.place;
    }
    const order = isNumber ? a.key - b.key : a.key.localeCompare(b.key, 'en', { numeric: true });
    return (up ? order : -order) || a.place - b.place;
  });
  table.tBodies[0].append(...rows.map(({ row }) => row));
  heads.forEach((head, k) => head.setAttribute('aria-sort', k !== column ? 'none' : up ? 'ascending' : 'descending'));
  say(`Sorted by ${heads[column].textContent}, ${up ? 'ascending' : 'descending'}`);
}

/** A sortable table. A column is `{ head, title, value, show(value, row) }`; it is left out where no row has its value. */
function makeTable(caption, columns, rows, isCurrent) {
  const id = `table-${makeTable.made = (makeTable.made || 0) + 1}`;
  const present = columns.filter(({ value }) => rows.some((row) => value(row) !== undefined));
  const isText = ({ value }) => rows.every((row) => value(row) === undefined || typeof value(row) === 'string');
  const head = present.map((column) =>
    el('th', { scope: 'col', 'data-kind': isText(column) ? 'text' : 'number', title: column.title }, column.head));
  const cell = (row, column, k) => {
    const value = column.value(row);
    if (value === undefined) return el('td', { class: 'none' }, '–');
    if (typeof value === 'string') return el(k === 0 ? 'th' : 'td', { scope: k === 0 ? 'row' : undefined }, value);
    return el('td', { 'data-value': value, title: String(value) }, column.show ? column.show(value, row) : short(value));
  };
  const body = rows.map((row) =>
    el('tr', { 'aria-current': isCurrent && isCurrent(row) ? 'true' : undefined }, present.map((column, k) => cell(row, column, k))));
  const table = el('table', { class: 'sortable' }, el('caption', { id }, caption),
    el('thead', {}, el('tr', {}, head)), el('tbody', {}, body));
  makeSortable(table);
  return el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-labelledby': id }, table);
}
