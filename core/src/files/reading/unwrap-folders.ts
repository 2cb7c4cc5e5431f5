import { discNumber } from './natural-order.js';
import type { SourceFile } from './source-files.js';

/**
 * Takes off the folders that all files are in: archives pack a book's folder, so that unpacking gives a folder in a
 * folder, and a media server would take the inner one for the book. Folders of discs stay.
 */
export function unwrapFolders(files: readonly SourceFile[]): readonly SourceFile[] {
  const [folder, ...rest] = files[0]?.name.split('/') ?? [];
  if (folder === undefined || rest.length === 0 || discNumber(folder) !== undefined) return files;
  const prefix = `${folder}/`;
  if (!files.every(({ name }) => name.startsWith(prefix))) return files;
  return unwrapFolders(files.map((file) => ({ ...file, name: file.name.slice(prefix.length) })));
}
