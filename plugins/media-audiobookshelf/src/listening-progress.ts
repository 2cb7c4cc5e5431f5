import type { ListeningProgress } from '@lectern/plugin-api';
import { numberOf, rawList, textOf, type Raw } from './schema.js';

/** Core reads no more. */
const MOST = 500;

/** What an account listens to; podcasts, books that are read and those that were only opened are left out. */
export function parseProgress(account: Raw): readonly ListeningProgress[] {
  const found = new Map<string, ListeningProgress>();
  for (const raw of rawList(account.mediaProgress)) {
    const itemId = textOf(raw.libraryItemId);
    const [progress, at] = [numberOf(raw.progress) ?? 0, numberOf(raw.lastUpdate)];
    const isFinished = raw.isFinished === true;
    if (itemId === undefined || at === undefined || textOf(raw.episodeId) !== undefined || (progress <= 0 && !isFinished)) continue;
    const heardAt = new Date(at);
    if (Number.isNaN(heardAt.getTime())) continue;
    const entry = { itemId, fraction: isFinished ? 1 : Math.min(1, progress), isFinished, heardAt: heardAt.toISOString() };
    const known = found.get(itemId);
    if (!known || known.heardAt < entry.heardAt) found.set(itemId, entry);
  }
  return [...found.values()].sort((a, b) => (a.heardAt < b.heardAt ? 1 : -1)).slice(0, MOST);
}
