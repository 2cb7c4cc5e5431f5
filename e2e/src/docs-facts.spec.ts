import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { nextState, type RequestEvent } from '../../core/src/features/lifecycle/machine.js';
import { REQUEST_STATUSES } from '../../core/src/features/lifecycle/statuses.js';

function read(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
}

/** What stands in backquotes in a cell. */
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
  const entries = readdirSync(fileURLToPath(new URL(`../../${path}/`, import.meta.url)), { withFileTypes: true });
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
        const next = nextState(from, event);
        return next ? [{ event, from, to: next.to, effects: next.effects.join(' ') }] : [];
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
    const folders = ['core/src', 'core/src/files', 'core/src/features', 'core/src/platform', 'plugins', 'demo/src'].flatMap(foldersOf);

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
    const files = ['core/src/files', 'core/src/features'].flatMap((folder) =>
      readdirSync(fileURLToPath(new URL(`../../${folder}/`, import.meta.url)), { recursive: true, encoding: 'utf8' })
        .filter((name) => /(?<!\.spec)\.ts$/.test(name))
        .map((name) => `${folder}/${name}`),
    );
    const source = files.map(read).join('\n');
    // reasons of files that settle are made of a prefix and the answer of the stability check
    const isKnown = (code: string) => source.includes(`'${code}'`) || (code.startsWith('files_') && source.includes(`'${code.slice(6)}'`));

    expect(documented.length).to.be.greaterThan(40);
    expect(documented.filter((code) => !isKnown(code))).to.deep.equal([]);
  });

  it('on what the states of a request are called', () => {
    const page = read('docs/users/states.md');

    expect(REQUEST_STATUSES.filter((status) => !page.includes(`\`${status}\``))).to.deep.equal([]);
  });
});
