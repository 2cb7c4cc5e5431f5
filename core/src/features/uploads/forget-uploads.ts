import type { UploadDependencies } from './begin-upload.js';
import { pastUploads, removePastUpload, removeSpentUpload, spentUploads, uploadIds } from './upload-store.js';

const DAY_MS = 86_400_000;

/** Removes the files that requests took and do not need any more: they would take up room that no quota counts. */
export async function forgetSpent({ database, folders }: Pick<UploadDependencies, 'database' | 'folders'>): Promise<void> {
  for (const id of await spentUploads(database.read)) {
    // the request may have gone back to them meanwhile
    if (await database.transaction((tx) => removeSpentUpload(tx, id))) await folders.remove(id);
  }
}

/** Removes what nobody goes on with or needs any more, and folders that a server left when it was killed. */
export async function forgetUploads({ database, folders, now }: Pick<UploadDependencies, 'database' | 'folders' | 'now'>): Promise<number> {
  const since = now().getTime() - DAY_MS;
  const before = new Date(since).toISOString();
  const past = await pastUploads(database.read, before);
  let forgotten = 0;
  for (const id of past) {
    // somebody may have gone on with it meanwhile
    if (!(await database.transaction((tx) => removePastUpload(tx, id, before)))) continue;
    await folders.remove(id);
    forgotten += 1;
  }
  const old = await folders.madeBefore(since);
  const known = await uploadIds(database.read);
  for (const name of old) if (!known.has(name)) await folders.remove(name);
  return forgotten;
}
