import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { ERROR_CODES, nextState, type RequestEvent, REQUEST_STATUSES, WAIT_CODES } from '@lectern/core/testing';

function read(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');
}

/** Returns the texts in backquotes in a cell. */
function codes(cell = ''): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

interface Move {
  readonly event: string;
  readonly from: string;
  readonly to: string;
  readonly effects: string;
}

/** The rows of the table of moves, one for each status an event starts from. */
function documentedMoves(): Move[] {
  const section = read('docs/architecture.md').split('<!-- moves -->')[1] ?? '';
  return section
    .split('\n')
    .map((line) => line.split('|').slice(1, -1))
    .filter(([event]) => codes(event).length === 1)
    .flatMap(([event, from, to, effects]) =>
      codes(from).map((status) => ({
        event: codes(event)[0] ?? '',
        from: status,
        to: codes(to)[0] ?? '',
        effects: codes(effects).join(' '),
      })),
    );
}

/** Names of the folders in a folder, sorted. */
function foldersOf(path: string): string[] {
  const entries = readdirSync(fileURLToPath(new URL(`../../../${path}/`, import.meta.url)), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('__'))
    .map(({ name }) => name)
    .sort();
}

describe('the documents agree with the code', () => {
  it('on every move of the state machine', () => {
    const source = read('core/src/features/lifecycle/machine.ts');
    const union = source.slice(source.indexOf('export type RequestEvent')).split(';', 1)[0] ?? '';
    const events = [...union.matchAll(/'([a-z_]+)'/g)].map(([, event = '']) => event as RequestEvent);
    const moves = events.flatMap((event) =>
      REQUEST_STATUSES.flatMap((from) => {
        const [audiobook, ebook] = (['audiobook', 'ebook'] as const).map((type) => nextState(from, event, type));
        return [audiobook, ebook === audiobook ? undefined : ebook].flatMap((next) =>
          next ? [{ event, from, to: next.to, effects: next.effects.join(' ') }] : [],
        );
      }),
    );

    expect(events.length).to.be.greaterThan(20);
    expect(documentedMoves()).to.have.deep.members(moves);
  });

  it('on the floors that features stand on', () => {
    const drawing = read('docs/architecture.md').split('```mermaid')[1]?.split('```')[0] ?? '';
    const drawn = [...drawing.matchAll(/^ *floor(\d+)\["([^"]+)"\]$/gm)].map(([, height, names = '']) => [
      Number(height),
      names.split(' · '),
    ]);
    const floors = JSON.parse(read('core/feature-floors.json')) as string[][];

    expect(drawn).to.have.deep.members(floors.map((names, height) => [height, names]));
    expect(floors.flat().sort()).to.deep.equal(foldersOf('core/src/features'));
  });

  it('on the folders of the tree', () => {
    const [, tree = ''] = read('docs/architecture.md').split('```');
    const named = new Set(tree.match(/[\w-]+(?=\/)/g));
    const folders = [
      'core/src',
      'core/src/files',
      'core/src/features',
      'core/src/platform',
      'plugins',
      'simulators/src',
      'testbed/src',
      'e2e/src',
    ].flatMap(foldersOf);

    expect(folders.filter((name) => !named.has(name))).to.deep.equal([]);
  });

  it('on the environment', () => {
    const names = (text: string) => [...new Set([...text.matchAll(/\b(?:LECTERN_(?!TEST)[A-Z_]+|DATABASE_URL)\b/g)].map(([name]) => name))];

    expect(names(read('docs/admin/configuration.md'))).to.have.members(names(read('core/src/platform/config/config.ts')));
  });

  it('on the reasons a request gives', () => {
    const page = read('docs/admin/troubleshooting.md');
    const rows = page.split('\n').filter((line) => /^\| `[a-z]/.test(line));
    const documented = rows.flatMap((row) => codes(row.split('|')[1]));

    expect(documented.sort()).to.deep.equal([...WAIT_CODES].sort());
  });

  it('on the error codes of the API, their statuses and their messages', () => {
    const rows = read('docs/api/errors.md')
      .split('\n')
      .filter((line) => /^\| `[a-z]/.test(line))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    const table = Object.entries(ERROR_CODES).map(([code, { status, meaning, todo }]) => [
      `\`${code}\``,
      [status].flat().join(', '),
      meaning,
      todo,
    ]);

    expect(rows).to.have.deep.members(table);
  });

  it('on the names of a request’s states', () => {
    const rows = read('docs/users/states.md').split('\n');

    expect(rows.flatMap((row) => codes(row.split('|')[2]))).to.deep.equal(REQUEST_STATUSES);
  });

  it('on the jobs', () => {
    const root = fileURLToPath(new URL('../../../core/src/', import.meta.url));
    const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !/\.spec\.|test-/.test(file),
    );
    const defined = sources.flatMap((file) =>
      [...readFileSync(root + file, 'utf8').matchAll(/defineJob(?:<[^(]*>)?\(\s*'([^']+\.[^']+)'/g)].map(([, name = '']) => name),
    );
    const pages = read('docs/architecture.md');
    // in the table in backquotes, in the drawing as it is
    const isTold = (name: string) => [`\`${name}\``, `\n${name} `, `►  ${name},`].some((text) => pages.includes(text));

    expect(defined.length).to.be.above(20);
    expect(defined.filter((name) => !isTold(name))).to.deep.equal([]);
  });
});
