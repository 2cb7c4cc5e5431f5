import type { DemoShelf } from './demo-shelves.js';
import type { LecternApi } from './lectern-api.js';

interface ShelfAnswer {
  readonly shelf: { readonly id: string; readonly name: string };
}

interface ListedShelf {
  readonly id: string;
  readonly pluginId: string;
  readonly name: string;
  readonly siteName: string;
  readonly lastResult?: { readonly books: number; readonly requested: number; readonly message: string };
  readonly error?: { readonly message: string };
}

/** Adds shelves as a reader would, and waits until each has been synced once. @returns the results */
export async function addShelves(
  api: LecternApi,
  shelves: readonly DemoShelf[],
  options: { readonly timeoutMs?: number } = {},
): Promise<ListedShelf[]> {
  for (const { pluginId, settings } of shelves) await api.call<ShelfAnswer>('POST', '/api/user/shelves', { pluginId, settings });
  const end = Date.now() + (options.timeoutMs ?? 30_000);
  for (;;) {
    const { items } = await api.call<{ items: ListedShelf[] }>('GET', '/api/user/shelves');
    const failed = items.find(({ error }) => error !== undefined);
    if (failed) throw new Error(`${failed.siteName} could not be read: ${failed.error?.message}`);
    if (items.length >= shelves.length && items.every(({ lastResult }) => lastResult !== undefined)) return items;
    if (Date.now() > end) throw new Error('The shelves were not synced in time.');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
