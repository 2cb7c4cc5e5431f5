import { answering, type BrowserState } from './browser-states.js';

const ID = '00000000-0000-4000-8000-000000000002';

type Kind = 'length' | 'silent' | 'no_asin';

function found(title: string, author: string, path: string, evidence: object, more: object = {}): object {
  const held = { formats: ['audiobook'], addedAt: '2026-01-01T00:00:00.000Z', path };
  const item = { id: title, integrationId: ID, title, authors: [author], ...held, asin: 'B0DEMO0001', matchedBy: 'asin' };
  return { id: title, item, evidence, suggestions: [], foundAt: '2026-01-02T00:00:00.000Z', fineAt: null, fineBy: null, ...more };
}

function findingsOf(kind: Kind): object[] {
  const danube = 'Donaudampfschifffahrtsgesellschaftskapitänswitwe '.repeat(6).trim();
  const homer = ['The Odyssey', 'Homer', '/audiobooks/Homer/The Odyssey'] as const;
  if (kind === 'length') {
    return [
      found(...homer, { kind, minutes: 61, catalogueMinutes: 702 }),
      found(danube, 'N. N.', `/audiobooks/${danube.replaceAll(' ', '/')}`, { kind, minutes: 1980, catalogueMinutes: 990 }),
      found('吾輩は猫である', '夏目 漱石', '/audiobooks/夏目 漱石/吾輩は猫である', { kind, minutes: 930, catalogueMinutes: 1000 }),
    ];
  }
  if (kind === 'silent') {
    const files = [
      { name: 'CD 1/07 - The Cyclops.mp3', size: 0, problem: 'unreadable' },
      { name: `CD 2/${danube}.mp3`, size: 9000, problem: 'no_audio' },
    ];
    return [found(...homer, { kind, files, silent: 24, looked: 31 })];
  }
  const lists = { authors: [{ name: 'Homer' }], narrators: ['Juliet Stevenson'], series: [], genres: [] };
  const book = {
    asin: 'B0DEMO0001',
    region: 'us',
    title: 'The Odyssey',
    ...lists,
    durationMinutes: 702,
    coverUrl: '/api/covers/B0DEMO0001',
  };
  const suggestions = [{ book, score: 100, title: 'same', author: 'same', length: 'near' }];
  return [
    found(...homer, { kind }, { suggestions }),
    found('Recorded by my aunt', 'Aunt Polly', '/audiobooks/Recorded by my aunt', { kind }),
  ];
}

/** A check-up of a library that is larger than that of the demo. */
export function inCheckUp(state: 'running' | 'done' | 'cancelled', kind: Kind = 'length'): BrowserState[] {
  const at = new Date(Date.now() - 60_000).toISOString();
  const isRunning = state === 'running';
  const run = { id: ID, state, readsFiles: true, stopping: false, total: 412, createdAt: at, createdBy: 'admin', fault: null };
  const counts = { done: state === 'done' ? 412 : 137, compared: 380, unread: 12, endedAt: isRunning ? null : at };
  const findings = { length: { open: 7, fine: 2 }, silent: { open: 3, fine: 0 }, no_asin: { open: 19, fine: 1 } };
  const items = findingsOf(kind);
  return [
    answering('/api/admin/library/check-up', { checkUp: { ...run, ...counts }, findings }),
    answering('/api/admin/library/findings', { items, page: 1, limit: 20, total: findings[kind].open }),
  ];
}
