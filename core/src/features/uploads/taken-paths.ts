import { foldedPath, UnfitName } from './upload-names.js';
import { sentence } from '../../platform/words/index.js';

/** A path with a number before its extension. */
function numbered(path: string, number: number): string {
  const dot = path.lastIndexOf('.');
  return dot <= path.lastIndexOf('/') ? `${path} (${number})` : `${path.slice(0, dot)} (${number})${path.slice(dot)}`;
}

/** The paths of a book that are in use, told apart as the strictest file system does. */
export class TakenPaths {
  /** What the files were called, by their folded paths. */
  private readonly files = new Map<string, string>();
  private readonly folders = new Set<string>();
  /** The number for the next file whose name became this one. */
  private readonly numbers = new Map<string, number>();

  /** How many files there are. */
  get size(): number {
    return this.files.size;
  }

  /**
   * Takes a path for a file.
   *
   * @param original what the file was called before its name was made safe
   * @returns the path, with a number where another file lost, with its characters or its length, what told the two apart
   * @throws UnfitName where another file or a folder has it
   */
  take(path: string, original: string = path): string {
    const name = foldedPath(original);
    let taken = path;
    if (this.files.has(foldedPath(path)) && this.files.get(foldedPath(path)) !== name) {
      let number = this.numbers.get(foldedPath(path)) ?? 2;
      while (this.files.has(foldedPath(numbered(path, number)))) number += 1;
      this.numbers.set(foldedPath(path), number + 1);
      taken = numbered(path, number);
    }
    const folded = foldedPath(taken);
    const segments = folded.split('/');
    const folders = segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'));
    if (this.files.has(folded)) throw new UnfitName(sentence('problem.file_name_taken'));
    if (this.folders.has(folded) || folders.some((folder) => this.files.has(folder)))
      throw new UnfitName(sentence('problem.file_name_of_folder'));
    this.files.set(folded, name);
    for (const folder of folders) this.folders.add(folder);
    return taken;
  }
}
