import type { RequestSummary } from './types.js';

const COLUMNS = ['title', 'authors', 'kind', 'status', 'person', 'requested', 'changed', 'asin', 'id', 'reason'] as const;

/** A cell according to RFC 4180. Text that a spreadsheet would take for a formula is defused. */
function cell(value: string): string {
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Requests as CSV, a line each after a header line. Names of columns, kinds and statuses are those of the API. */
export function requestCsv(requests: readonly RequestSummary[]): string {
  const lines = requests.map(({ book, type, status, user, createdAt, updatedAt, id, reason }) => [
    book.title,
    book.authors.map(({ name }) => name).join('; '),
    type,
    status,
    user.displayName,
    createdAt,
    updatedAt,
    book.asin,
    id,
    reason?.message ?? '',
  ]);
  return [COLUMNS, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

/** Gives the browser a file to keep. */
export function saveFile(name: string, type: string, content: string): void {
  // with the mark that tells spreadsheets the encoding
  const address = URL.createObjectURL(new Blob(['\u{feff}', content], { type }));
  const link = document.createElement('a');
  // eslint-disable-next-line no-restricted-syntax -- it is in the browser's memory, not on the server
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
