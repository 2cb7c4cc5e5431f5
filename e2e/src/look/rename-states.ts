import { answering, type BrowserState } from './browser-states.js';

const ID = '00000000-0000-4000-8000-000000000001';
const DAY_MS = 86_400_000;

type Reason = { readonly code: string; readonly message: string; readonly values: object };

/** A book of a rename: its names, its folders, and the files that change with them. */
function move(state: string, book: readonly [string, string], from: string, to: string, rest: object = {}): object {
  const [title, author] = book;
  const books = [{ requestId: ID, asin: 'B0DEMO0001', title, author, type: 'audiobook' }];
  return { id: `${title} ${to}`, state, books, from, to, files: [], changedFiles: 0, reason: null, ...rest };
}

function because(code: string, message: string): { readonly reason: Reason } {
  return { reason: { code, message, values: {} } };
}

/** The books of a rename whose good ones are in this state. */
function movesOf(state: string): object[] {
  const file = { from: 'The Time Machine.m4b', to: '1895 - The Time Machine.m4b' };
  const taken = 'H. G. Wells/1898 - The War of the Worlds';
  const danube = 'Donaudampfschifffahrtsgesellschaftskapitänswitwe '.repeat(4).trim();
  return [
    move(state, ['The Time Machine', 'H. G. Wells'], 'H. G. Wells/The Time Machine', 'H. G. Wells/1895 - The Time Machine', {
      files: [file],
      changedFiles: 1,
    }),
    move(
      state,
      ['Anne of Green Gables', 'L. M. Montgomery'],
      'L. M. Montgomery/Anne of Green Gables',
      'L. M. Montgomery/Anne of Green Gables/1908 - Anne of Green Gables (Book 1)',
    ),
    move(
      'blocked',
      ['The War of the Worlds', 'H. G. Wells'],
      'H. G. Wells/The War of the Worlds',
      taken,
      because('target_taken', `“${taken}” already exists. Nothing is overwritten.`),
    ),
    move(state, [danube, 'N. N.'], `N. N./${danube}`, `N. N./1950 - ${danube}`),
    move(state, ['吾輩は猫である', '夏目 漱石'], '夏目 漱石/吾輩は猫である', '夏目 漱石/1905 - 吾輩は猫である'),
    move(
      'blocked',
      ['Emma', 'Jane Austen'],
      'Jane Austen/Emma',
      '',
      because('catalogue_silent', 'The catalogue did not describe the book. Make a new plan later.'),
    ),
  ];
}

function renameOf(state: 'ready' | 'running' | 'done' | 'undone', id: string, ageMs: number): object {
  const at = (ms: number) => new Date(Date.now() - ageMs + ms).toISOString();
  const planned = state === 'ready' || state === 'running';
  return {
    id,
    state,
    requests: null,
    stopping: false,
    done: 137,
    total: 312,
    counts: {
      unchanged: 1204,
      planned: planned ? 312 : 0,
      blocked: 2,
      moved: state === 'done' ? 312 : 0,
      failed: 0,
      undone: planned ? 0 : 3,
    },
    createdAt: at(0),
    createdBy: 'admin',
    plannedAt: at(1000),
    startedAt: state === 'ready' ? null : at(2000),
    endedAt: planned ? null : at(3000),
    expiresAt: state === 'ready' ? at(DAY_MS) : null,
    undoableUntil: state === 'done' ? at(30 * DAY_MS) : null,
    reason: null,
  };
}

/** A page of renames in a library that is larger than that of the demo. */
export function inRename(state: 'ready' | 'running' | 'done'): BrowserState[] {
  const items = [renameOf(state, ID, 60_000), renameOf('undone', `${ID}0`, 9 * DAY_MS)];
  const moves = movesOf(state === 'done' ? 'moved' : 'planned');
  return [
    answering('/api/admin/renames', { items, page: 1, limit: 20, total: items.length }),
    answering(`/api/admin/renames/${ID}/moves`, { items: moves, page: 1, limit: 100, total: moves.length }),
  ];
}
