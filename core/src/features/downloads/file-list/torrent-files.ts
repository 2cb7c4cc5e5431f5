import { createGiveWay } from '../../../platform/jobs/give-way.js';
import { decodeBencode, type Bencoded } from './decode-bencode.js';
import { MOST_FILES, type ListedFile } from './listed-file.js';

const LARGEST_TORRENT = 32 * 1024 * 1024;

type Dictionary = ReadonlyMap<string, Bencoded>;

function isDictionary(value: Bencoded | undefined): value is Dictionary {
  return value instanceof Map;
}

function textOf(value: Bencoded | undefined): string {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('utf8') : '';
}

function sizeOf(value: Bencoded | undefined): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

/** Clients fill the gaps between files with zeros, as files that nobody wants. */
function isPadding(file: Dictionary, name: string): boolean {
  return textOf(file.get('attr')).includes('p') || /^_____padding_file/.test(name);
}

function* listedFiles(list: readonly Bencoded[]): Generator<ListedFile> {
  for (const file of list) {
    if (!isDictionary(file)) continue;
    const path = file.get('path.utf-8') ?? file.get('path');
    const name = Array.isArray(path) ? textOf((path as readonly Bencoded[]).at(-1)) : '';
    if (!isPadding(file, name)) yield { name, size: sizeOf(file.get('length')) };
  }
}

/** Files of a version 2 torrent: folders are dictionaries, and a file is one with a single, empty name in it. */
function* filesInTree(tree: Dictionary): Generator<ListedFile> {
  for (const [name, node] of tree) {
    if (!isDictionary(node)) continue;
    const file = node.get('');
    if (!isDictionary(file)) yield* filesInTree(node);
    else if (!isPadding(file, name)) yield { name, size: sizeOf(file.get('length')) };
  }
}

function* filesOf(info: Dictionary): Generator<ListedFile> {
  const list = info.get('files');
  const tree = info.get('file tree');
  if (Array.isArray(list)) yield* listedFiles(list as readonly Bencoded[]);
  else if (isDictionary(tree)) yield* filesInTree(tree);
  else yield { name: textOf(info.get('name.utf-8') ?? info.get('name')), size: sizeOf(info.get('length')) };
}

/**
 * The files of a `.torrent`. Others have their turn meanwhile. Never rejects.
 *
 * @returns nothing if it cannot be read, or is too large
 */
export async function torrentFiles(bytes: Uint8Array): Promise<readonly ListedFile[] | undefined> {
  if (bytes.length > LARGEST_TORRENT) return undefined;
  const torrent = await decodeBencode(bytes);
  const info = isDictionary(torrent) ? torrent.get('info') : undefined;
  if (!isDictionary(info)) return undefined;
  const giveWay = createGiveWay();
  const files: ListedFile[] = [];
  for (const file of filesOf(info)) {
    if (files.length >= MOST_FILES) return undefined;
    files.push(file);
    await giveWay();
  }
  return files;
}
