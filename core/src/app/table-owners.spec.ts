import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import ts from 'typescript';
import { CORE_DIR } from '../platform/config/core-dir.js';
import { PARTS } from './parts.js';

const SRC = join(CORE_DIR, 'src');

/** Tables that no entity describes: they are written by SQL alone. */
const WITHOUT_ENTITY: Readonly<Record<string, string>> = {
  jobs: 'platform',
  job_ticks: 'platform',
  rate_limits: 'platform',
  request_counts: 'lifecycle',
};

const OWNERS = new Map([
  ...Object.entries(WITHOUT_ENTITY),
  ...PARTS.flatMap(({ name, entities = {} }) =>
    Object.values(entities).map(({ options }): [string, string] => [options.tableName ?? '', name]),
  ),
]);

interface Foreign {
  readonly tables: readonly string[];
  readonly reason: string;
}

/** Files and folders whose SQL names tables that the feature does not own. None of them writes to one. */
const ALLOWED: Readonly<Record<string, Foreign>> = {
  'platform/db/text-search.ts': {
    tables: ['library_items', 'requests'],
    reason: 'The index of words belongs to the database; it names the two tables that have one, and looks up words there.',
  },
  'features/api-tokens/': {
    tables: ['users'],
    reason: 'A token is good while its owner is: each request asks for both at once. The list of tokens names the owners.',
  },
  'features/auth/': {
    tables: ['users', 'api_tokens'],
    reason: 'Each request, and each look whether a stream may go on, asks for session and account in one statement.',
  },
  'features/backups/backup-files.ts': {
    tables: ['decision_links', 'found_releases', 'job_ticks', 'login_tokens', 'rate_limits', 'refresh_sessions', 'web_push_devices'],
    reason: 'Names what no backup holds; it reads nothing of it.',
  },
  'features/catalog/annotate.ts': {
    tables: ['ignored_audiobooks', 'reported_issues', 'requests', 'users'],
    reason: 'Every list of books is annotated with its requests, what is ignored and what is reported, in a fixed number of statements.',
  },
  'features/check-up/finding-store.ts': {
    tables: ['library_items'],
    reason: 'A finding holds while its item counts for the same book; pages and totals say so in one statement.',
  },
  'features/external-sign-in/own-identities.ts': {
    tables: ['integrations'],
    reason: 'The list of linked accounts names the services, in one statement.',
  },
  'features/following/': {
    tables: ['users'],
    reason: 'What is checked is what people follow who may still sign in.',
  },
  'features/home/section-kinds.ts': {
    tables: ['library_items', 'requests'],
    reason: 'The first page is made of one statement a row.',
  },
  'features/home/section-store.ts': {
    tables: ['users'],
    reason: 'Saving locks the row of its person, so that two saves at the same moment do not mix.',
  },
  'features/library/': {
    tables: ['imports', 'integrations', 'request_events', 'requests', 'settings', 'work_asins'],
    reason: 'Matching compares whole libraries with all requests and recordings, which only a join does in time.',
  },
  'features/lifecycle/': {
    tables: ['audiobooks', 'integrations', 'jobs', 'users'],
    reason: 'Names of people, books and clients stand in the same statement as the request: pages may not ask once a row.',
  },
  'features/listening/listening-store.ts': {
    tables: ['users'],
    reason: 'What is read is the progress of people who may still sign in; of those who were deleted everything is forgotten.',
  },
  'features/login-tokens/login-token-service.ts': {
    tables: ['users'],
    reason: 'A link is taken and its owner looked at in one statement, so that nothing comes between.',
  },
  'features/reports/report-store.ts': {
    tables: ['users'],
    reason: 'Lists and threads name who wrote, in the statement that reads them.',
  },
  'features/requests/requests-alongside.ts': {
    tables: ['requests', 'users', 'work_asins'],
    reason: 'Requests for one recording are found by its ASINs, in the statement that leaves them out of the list.',
  },
  'features/requests/request-conditions.ts': {
    tables: ['request_subscribers', 'requests'],
    reason: 'The page of a list is found in an index of requests, among those of a person and those they subscribe to.',
  },
  'features/requests/request-list.ts': {
    tables: ['audiobooks', 'request_subscribers', 'requests', 'users'],
    reason: 'The list of requests sorts, filters and counts in a fixed number of statements, whatever its length.',
  },
  'features/requests/request-tally.ts': {
    tables: ['request_subscribers', 'requests'],
    reason: 'The numbers beside a list are counted in one statement.',
  },
  'features/search/': {
    tables: ['requests', 'users'],
    reason:
      'Searches are forgotten, and candidates blocked, by what their requests are; the blocklist names who blocked, in its statement.',
  },
  'features/shelves/': {
    tables: ['requests', 'users'],
    reason: 'The list of books shows the state of their requests; shelves that are due are those of people who may still sign in.',
  },
  'features/uploads/upload-store.ts': {
    tables: ['requests', 'users', 'work_asins'],
    reason:
      'The room that uploads take is added up in one statement; one counts while its request still imports it. The list for admins names people and books, and the ebook of an upload is found by all numbers of its book.',
  },
  'features/support/support-bundle.ts': {
    tables: ['jobs', 'notification_deliveries', 'requests', 'users'],
    reason: 'Counts rows by state for a report, and reads none of them.',
  },
  'features/system/metrics-routes.ts': {
    tables: ['library_items'],
    reason: 'Counts for a dashboard; the library stands above.',
  },
  'features/users/user-service.ts': {
    tables: ['refresh_sessions'],
    reason: 'The list of people shows when each was last seen, in one statement; sessions stand above.',
  },
  'features/web-push/device-store.ts': {
    tables: ['users'],
    reason: 'Messages go to devices of people who may still sign in, and by sign-ins that were not voided, found in one statement.',
  },
  'platform/backup/restore-backup.ts': {
    tables: ['users'],
    reason: 'A backup without accounts is refused before it takes the place of anything.',
  },
};

/** The INSERTs that a feature writes by hand, and why neither `tx.insert` nor `tx.upsert` can say them. */
const BY_HAND: Readonly<Record<string, string>> = {
  'features/catalog/book-store.ts audiobooks': 'What a listing leaves out keeps what was known: an expression for each column.',
  'features/library/library-store.ts library_items': 'A link by an admin stays, the later scan wins, and the ids come back.',
  'features/lifecycle/request-counts.ts request_counts': 'It adds to the count that is there.',
  'features/listening/listening-store.ts listening_progress': 'What a server says is written a hundred rows at a time.',
  'features/shelves/shelf-books.ts book_mappings': 'What is said anew of a book that was not found makes it due again.',
  'features/shelves/shelf-storage-store.ts shelf_storage':
    'It selects from the shelves, so that nothing is kept for one that is not there yet.',
};

function filesIn(folder: string): string[] {
  return readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => file.endsWith('.ts') && !/\.spec(\.support)?\.ts$|(^|\/)test-[^/]*\.ts$|\/testing\/|\/migrations\//.test(file));
}

function ownerOf(file: string): string {
  const [top = '', feature = ''] = file.split('/');
  return top === 'features' ? feature : top;
}

/** The texts of a file, with `?` for what a template puts in. */
function textsOf(source: ts.SourceFile): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node)) texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('?'));
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'insert') {
      const [table] = node.arguments;
      if (table && ts.isStringLiteralLike(table)) texts.push(`INSERT INTO ${table.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

const READ = /\b(?:FROM|JOIN)\s+([a-z_]+)\b/g;
const WRITTEN = /\b(?:UPDATE|INTO|DELETE\s+FROM)\s+([a-z_]+)\b/g;
/** SQL whose table is put in elsewhere; then a text that is a table's name is one. */
const PUT_TOGETHER = /\b(?:FROM|JOIN|UPDATE|INTO)\s+\?/;
/** A name with an underscore is a table's wherever it appears, also in a piece of SQL that is assembled elsewhere. */
const UNMISTAKABLE = [...OWNERS.keys()]
  .filter((table) => table.includes('_'))
  .map((table) => ({ table, pattern: new RegExp(`\\b${table}\\b`) }));

function tablesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, table = '']) => table).filter((table) => OWNERS.has(table));
}

interface Named {
  readonly file: string;
  readonly table: string;
  readonly isWritten: boolean;
}

/** The tables of others that a file names. */
function foreignIn(file: string): Named[] {
  const texts = textsOf(ts.createSourceFile(file, readFileSync(join(SRC, file), 'utf8'), ts.ScriptTarget.Latest, true));
  const isPutTogether = texts.some((text) => PUT_TOGETHER.test(text));
  const written = new Set(texts.flatMap((text) => tablesIn(text, WRITTEN)));
  const named = texts.flatMap((text) => [
    ...tablesIn(text, READ),
    ...UNMISTAKABLE.filter(({ pattern }) => pattern.test(text)).map(({ table }) => table),
    ...(isPutTogether && OWNERS.has(text) ? [text] : []),
  ]);
  return [...new Set([...written, ...named])]
    .filter((table) => OWNERS.get(table) !== ownerOf(file))
    .map((table) => ({ file, table, isWritten: written.has(table) }));
}

function isCovered({ file, table }: Named): boolean {
  return Object.entries(ALLOWED).some(([place, { tables }]) => isIn(file, place) && tables.includes(table));
}

function isIn(file: string, place: string): boolean {
  return place.endsWith('/') ? file.startsWith(place) : file === place;
}

describe('tables', () => {
  const files = ['app', 'cli', 'features', 'files', 'platform', 'plugin-host'].flatMap(filesIn);
  const named = files.flatMap(foreignIn);

  it('have one owner each', () => {
    expect(files.length).to.be.above(400);
    expect(OWNERS.size).to.be.above(35);
  });

  it('are written only by their owner', () => {
    expect(named.filter(({ isWritten }) => isWritten)).to.deep.equal([]);
  });

  it('are read only by their owner, except for stated reasons', () => {
    expect(named.filter((one) => !isCovered(one))).to.deep.equal([]);
  });

  it('have no obsolete exceptions', () => {
    const unused = Object.entries(ALLOWED).flatMap(([place, { tables }]) =>
      tables.filter((table) => !named.some((one) => one.table === table && isIn(one.file, place))).map((table) => `${place} ${table}`),
    );

    expect(unused).to.deep.equal([]);
  });

  it('get new rows by tx.insert and tx.upsert; an INSERT written by hand says why it is', () => {
    const byHand = files
      .filter((file) => file.startsWith('features/'))
      .flatMap((file) => {
        const text = readFileSync(join(SRC, file), 'utf8');
        const tables = [...text.matchAll(/\b(?:INSERT|REPLACE)\s(?:OR\s\w+\s)?INTO\s+(\S+)/gi)].map(([, table]) => table);
        const others = [...text.matchAll(/\.entities\s*\.(?:insert|upsert|save)\(/g)].map(([call]) => call);
        return [...tables, ...others].map((what) => `${file} ${what}`);
      });

    expect(byHand.sort()).to.deep.equal(Object.keys(BY_HAND));
  });
});
