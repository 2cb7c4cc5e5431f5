import { isHiddenName, isUnfinishedName, kindOfFile } from '../../files/reading/file-kind.js';
import { sanitizeFileName, sanitizeSegment } from '../../files/naming/path-segment.js';
import { inEnglish, sentence, type Sentence } from '../../platform/words/index.js';

/** More folders than any book has; the import reads as many. */
const MOST_FOLDERS = 6;

/** The name of a file is not one that can be uploaded; what it says completes "“x” …". */
export class UnfitName extends Error {
  override readonly name = 'UnfitName';

  constructor(readonly said: Sentence) {
    super(inEnglish(said));
  }
}

/** Whether the contents of a file are to be unpacked. */
export function isZipName(name: string): boolean {
  return name.toLowerCase().endsWith('.zip');
}

/** Whether a file, by its name, can be part of a book. */
export function isPartOfBook(name: string): boolean {
  const segments = name.split('/');
  return kindOfFile(name) !== 'other' && !segments.some((segment) => isHiddenName(segment) || isUnfinishedName(segment));
}

/**
 * Makes a safe path of what somebody else calls a file: no links upwards, no root, no characters that a file system refuses.
 *
 * @returns relative, with `/` between segments
 * @throws UnfitName
 */
export function safePath(name: string): string {
  if (name.includes('\0')) throw new UnfitName(sentence('problem.file_name_invalid'));
  if (/^(?:[/\\]|[a-z]:)/i.test(name)) throw new UnfitName(sentence('problem.file_name_rooted'));
  const segments = name.split(/[/\\]/).filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('..')) throw new UnfitName(sentence('problem.file_name_leaves'));
  if (segments.length === 0) throw new UnfitName(sentence('problem.file_name_invalid'));
  if (segments.length > MOST_FOLDERS + 1) throw new UnfitName(sentence('problem.file_too_deep'));
  const folders = segments.slice(0, -1).map((segment) => sanitizeSegment(segment) || 'folder');
  return [...folders, sanitizeFileName(segments.at(-1) ?? '')].join('/');
}

/** Whether a path has more folders than the import reads. */
export function isTooDeep(path: string): boolean {
  return path.split('/').length > MOST_FOLDERS + 1;
}

/** The form of a path in which two are one file on some file systems. */
export function foldedPath(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
