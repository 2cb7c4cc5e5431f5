import { BOOK_SORTS, type BookListFilter } from '../api/book-list-filter.js';
import { LIBRARY_SORTS, type LibrarySearch } from '../api/library-filter.js';
import type { AuditSearch } from '../api/queries/audit-queries.js';
import { REQUEST_SORTS, type RequestListFilter } from '../api/request-list-filter.js';
import { GROUPS, STATUSES } from '../api/request-status.js';

/** Reads untrusted search parameters: anything unusable becomes undefined. */

export function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function oneOf<T extends string>(allowed: readonly T[], value: unknown): T | undefined {
  return allowed.find((candidate) => candidate === value);
}

export function positive(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}

function minutes(value: unknown): number | undefined {
  const number = positive(value);
  return number !== undefined && number <= 100_000 ? number : undefined;
}

/** A filter of a list of books; what the server would refuse is left out. */
export function bookListFilter(search: Record<string, unknown>): BookListFilter {
  const language = text(search['language']);
  const minLength = minutes(search['minLength']);
  const maxLength = minutes(search['maxLength']);
  return {
    language: language !== undefined && /^[A-Za-z-]{2,10}$/.test(language) ? language : undefined,
    narrator: text(search['narrator'])?.slice(0, 300),
    minLength,
    maxLength,
    notInLibrary: search['notInLibrary'] === true ? true : undefined,
    unabridged: search['unabridged'] === true ? true : undefined,
    sorted: oneOf(BOOK_SORTS, search['sorted']),
  };
}

function day(value: unknown): string | undefined {
  const written = text(value);
  return written !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(written) && !Number.isNaN(Date.parse(written)) ? written : undefined;
}

/** A filter of a list of requests; what the server would refuse is left out. */
export function requestListFilter(search: Record<string, unknown>): RequestListFilter {
  return {
    group: oneOf(GROUPS, search['group']),
    status: oneOf(STATUSES, search['status']),
    search: text(search['search'])?.slice(0, 200),
    type: oneOf(['audiobook', 'ebook'] as const, search['type']),
    needs: search['needs'] === 'person' ? 'person' : undefined,
    person: text(search['person'])?.slice(0, 36),
    firstDay: day(search['firstDay']),
    lastDay: day(search['lastDay']),
    sort: oneOf(REQUEST_SORTS, search['sort']),
    page: positive(search['page']),
  };
}

/** A filter of the history; what the server would refuse is left out. */
export function auditSearch(search: Record<string, unknown>): AuditSearch {
  const group = text(search['group']);
  return {
    search: text(search['search'])?.slice(0, 100),
    actorId: text(search['actorId'])?.slice(0, 36),
    group: group !== undefined && /^[a-z_]{1,50}$/.test(group) ? group : undefined,
    targetType: text(search['targetType'])?.slice(0, 50),
    targetId: text(search['targetId'])?.slice(0, 100),
    firstDay: day(search['firstDay']),
    lastDay: day(search['lastDay']),
    page: positive(search['page']),
  };
}

/** A filter of the library; what the server would refuse is left out. */
export function librarySearch(search: Record<string, unknown>): LibrarySearch {
  return {
    search: text(search['search'])?.slice(0, 200),
    server: text(search['server'])?.slice(0, 36),
    matched: oneOf(['yes', 'no'] as const, search['matched']),
    order: oneOf(LIBRARY_SORTS, search['order']),
    page: positive(search['page']),
  };
}
