import { stat, statfs } from 'node:fs/promises';

/** What a disk may hold of the server. */
export const DISK_USES = ['library', 'downloads', 'data'] as const;

export type DiskUse = (typeof DISK_USES)[number];

/** The room on one disk. */
export interface DiskRoom {
  readonly holds: readonly DiskUse[];
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** A share whose server is away answers nothing, and the page shows the others. */
const WAIT_MS = 2000;

async function within<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), WAIT_MS)));
  try {
    return await Promise.race([work.catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Two folders of one disk have one room. */
async function roomOf(folder: string): Promise<{ disk: number; freeBytes: number; totalBytes: number } | undefined> {
  const [{ dev }, { bavail, blocks, bsize }] = await Promise.all([stat(folder), statfs(folder)]);
  return blocks === 0 ? undefined : { disk: dev, freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/**
 * The room on the disks of folders, each disk once. Folders that are missing or do not answer in time are left out, and so are file systems that
 * report no size.
 */
export async function diskRooms(folders: Readonly<Partial<Record<DiskUse, string | undefined>>>): Promise<DiskRoom[]> {
  const used = DISK_USES.flatMap((use) => (folders[use] === undefined ? [] : [{ use, folder: folders[use] }]));
  const rooms = await Promise.all(used.map(async ({ use, folder }) => ({ use, room: await within(roomOf(folder)) })));
  const disks = new Map<number, DiskRoom>();
  for (const { use, room } of rooms) {
    if (!room) continue;
    const { disk, freeBytes, totalBytes } = room;
    disks.set(disk, { holds: [...(disks.get(disk)?.holds ?? []), use], freeBytes, totalBytes });
  }
  return [...disks.values()];
}
