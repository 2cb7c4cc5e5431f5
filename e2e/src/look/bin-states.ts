import type { Page } from 'playwright-core';
import { answering, type BrowserState } from './browser-states.js';

const ID = '00000000-0000-4000-8000-000000000001';
const DAY_MS = 86_400_000;
const DANUBE = 'Donaudampfschifffahrtsgesellschaftskapitänswitwe '.repeat(4).trim();

function book(index: number, title: string, author: string, rest: object): object {
  const at = Date.now() - index * 4 * DAY_MS;
  const directory = `/books/Old shelf/${author}/${title}`;
  return {
    id: `00000000-0000-4000-8000-00000000000${index}`,
    title,
    author,
    directory,
    folder: `/books/.lectern-bin/${index}`,
    files: 12,
    bytes: 734_003_200,
    binnedAt: new Date(at).toISOString(),
    binnedBy: 'ada',
    until: new Date(at + 30 * DAY_MS).toISOString(),
    busy: false,
    there: true,
    ...rest,
  };
}

/** A bin with a book in each state. */
export const BIN_FILLED: BrowserState = answering('/api/admin/library/bin', {
  items: [
    book(1, 'The Time Machine', 'H. G. Wells', {}),
    book(2, 'Emma', 'Jane Austen', { busy: true, files: 1, bytes: 52_428_800 }),
    book(3, DANUBE, 'N. N.', { there: false, files: 500 }),
    book(4, '吾輩は猫である', '夏目 漱石', {}),
  ],
  page: 1,
  limit: 20,
  total: 44,
});

const PATH = '/books/Old shelf/H. G. Wells/The Time Machine';

function filesThere(): object {
  const file = (name: string, size: number, main = true) => ({ name, size, main });
  const files = [
    ...Array.from({ length: 9 }, (_, index) => file(`CD1/0${index + 1} - The Time Traveller explains.mp3`, 31_457_280)),
    file(`${DANUBE}.mp3`, 52_428_800),
    file('עברית.mp3', 1_048_576),
    file('cover.jpg', 204_800, false),
    file('notes from the old computer.txt', 512, false),
  ];
  return { type: 'audiobook', directory: PATH, files };
}

/** Makes the page of a report one about a book that Lectern did not place, whose folder has more than the book. */
export async function becomeForeign(page: Page): Promise<void> {
  const facts = { authors: ['H. G. Wells'], formats: ['audiobook'], narrators: ['Juliet Stevenson'], durationMinutes: 242 };
  const names = { title: 'The Time Machine', matchedBy: 'asin', addedAt: '2026-01-01T00:00:00.000Z', server: 'Audiobookshelf' };
  const item = { id: ID, integrationId: ID, ...names, ...facts, path: PATH, replaceable: true };
  await page.route(/\/api\/admin\/reports\/[^/]+$/, async (route) => {
    const answer = (await (await route.fetch()).json()) as { evidence: object };
    return route.fulfill({ json: { ...answer, evidence: { ...answer.evidence, items: [item], releases: [] } } });
  });
  await page.route(/\/api\/admin\/reports\/[^/]+\/replacement$/, (route) => route.fulfill({ json: { replacement: null } }));
  await page.route(/\/api\/admin\/reports\/[^/]+\/files\?/, (route) => route.fulfill({ json: filesThere() }));
  await page.reload();
  await page.getByRole('button', { name: `Replace…: ${PATH}` }).waitFor();
}
