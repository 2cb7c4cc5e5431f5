import { answering, type BrowserState } from './browser-states.js';

const HOUR_MS = 3_600_000;

function upload(index: number, title: string, author: string, rest: object): object {
  const ago = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();
  return {
    id: `00000000-0000-4000-8000-00000000000${index}`,
    request: { id: `00000000-0000-4000-8000-00000000010${index}`, title, author },
    user: { id: '00000000-0000-4000-8000-000000000200', displayName: 'Mia Thermopolis' },
    state: 'receiving',
    files: 12,
    bytes: 734_003_200,
    received: 312_003_200,
    createdAt: ago(index),
    lastPieceAt: ago(index / 60),
    ...rest,
  };
}

/** Uploads in each state. */
export const UPLOADS_FILLED: BrowserState = answering('/api/admin/uploads', {
  items: [
    upload(1, 'The Time Machine', 'H. G. Wells', {}),
    upload(2, 'Emma', 'Jane Austen', { received: 0, lastPieceAt: undefined, files: 1 }),
    upload(3, '吾輩は猫である', '夏目 漱石', { state: 'unpacking', received: 734_003_200 }),
    upload(4, 'Donaudampfschifffahrtsgesellschaftskapitänswitwe '.repeat(3).trim(), 'N. N.', { state: 'handed', received: 734_003_200 }),
    upload(5, 'Persuasion', 'Jane Austen', { state: 'failed', fault: 'The archive “rest.zip” is damaged.' }),
  ],
  page: 1,
  limit: 20,
  total: 24,
  room: { taken: 12_734_003_200, quota: 20_000_000_000 },
});
