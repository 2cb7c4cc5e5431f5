import { discNumber } from './natural-order.js';
import type { SourceFile } from './source-files.js';

/**
 * Removes the folders that contain all files. Archives contain a book's folder, so unpacking gives a folder in a folder,
 * and a media server would take the inner one for the book. Disc folders stay.
 */
export function unwrapFolders(files: readonly SourceFile[]): readonly SourceFile[] {
  const [folder, ...rest] = files[0]?.name.split('/') ?? [];
  if (folder === undefined || rest.length === 0 || discNumber(folder) !== undefined) return files;
  const prefix = `${folder}/`;
  if (!files.every(({ name }) => name.startsWith(prefix))) return files;
  return unwrapFolders(files.map((file) => ({ ...file, name: file.name.slice(prefix.length) })));
}
