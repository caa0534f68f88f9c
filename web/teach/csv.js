// Comma-separated values: written for spreadsheets, and read as spreadsheets leave them.

/** A problem of a text, at a line of it: `{line, id, words}`. The page's words say it. */
const problem = (line, id, words = {}) => ({line, id, words});

// A spreadsheet would run such a cell as a formula. A plain number is none.
const kRuns = /^[=+\-@\t\r]/;
const kNumber = /^-?\d+(\.\d+)?$/;

/** A cell as text: quoted where it has to be, and with an apostrophe before what a spreadsheet would run. */
function cell(value) {
  const text = String(value ?? ''), safe = kRuns.test(text) && !kNumber.test(text) ? `'${text}` : text;
  return /[",;\n\r\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows of cells as a text. Spreadsheets take it for UTF-8 if a file of it begins with a byte order mark. */
export const csvOf = (rows) => rows.map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n';

const separatorOf = (text) => [',', ';', '\t'].reduce((best, each) => {
  const [line] = text.split('\n', 1);
  return line.split(each).length > line.split(best).length ? each : best;
}, ',');

/** Reads a text: `{rows: [{line, cells}], problems}`. Commas, semicolons or tabs part the cells, as the first line has it; empty lines are left out. */
export function readCsv(source) {
  const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'), separator = separatorOf(text), rows = [], problems = [];
  let cells = [], value = '', quoted = false, line = 1, began = 1, quoteAt = 1;
  const endCell = () => {
    cells.push(value.replace(/^'(?=[=+\-@\t])/, '').trim());
    value = '';
  };
  const endRow = () => {
    endCell();
    if (cells.length > 1 || cells[0] !== '') rows.push({line: began, cells});
    cells = [];
  };
  for (let i = 0; i < text.length; ++i) {
    const letter = text[i];
    if (letter === '\n') ++line;
    if (quoted) {
      if (letter !== '"')
        value += letter;
      else if (text[i + 1] === '"')
        value += text[++i];
      else
        quoted = false;
    } else if (letter === '"' && value === '') {
      quoted = true;
      quoteAt = line;
    } else if (letter === separator) {
      endCell();
    } else if (letter === '\n') {
      endRow();
      began = line;
    } else {
      value += letter;
    }
  }
  if (quoted)
    problems.push(problem(quoteAt, 'open_quote'));
  else
    endRow();
  return {rows, problems};
}
