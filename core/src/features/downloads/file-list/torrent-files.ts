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

/** A part of a path that leads elsewhere than one folder down. */
function leadsElsewhere(part: string): boolean {
  return /(^|[\\/])\.\.([\\/]|$)|^[\\/]/.test(part);
}

function listed(file: Dictionary, path: readonly string[]): ListedFile {
  const length = file.get('length');
  const isNegative = typeof length === 'number' && length < 0;
  const isHostile = isNegative || path.some(leadsElsewhere);
  return { name: path.at(-1) ?? '', size: sizeOf(length), ...(isHostile ? { isHostile } : {}) };
}

function textsOf(value: Bencoded | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly Bencoded[]).map(textOf) : [];
}

function* listedFiles(list: readonly Bencoded[]): Generator<ListedFile> {
  for (const file of list) {
    if (!isDictionary(file)) continue;
    // a client may take either
    const other = textsOf(file.get('path'));
    const path = file.has('path.utf-8') ? textsOf(file.get('path.utf-8')) : other;
    const one = listed(file, [...other, ...path]);
    const name = path.at(-1) ?? '';
    // a client may not know of padding, and write it like any other
    if (one.isHostile || !isPadding(file, name)) yield { ...one, name };
  }
}

/** Files of a version 2 torrent: folders are dictionaries, and a file is one with a single, empty name in it. */
function* filesInTree(tree: Dictionary, path: readonly string[] = []): Generator<ListedFile> {
  for (const [name, node] of tree) {
    if (!isDictionary(node)) continue;
    const parts = [...path, name];
    if (!node.has('')) {
      yield* filesInTree(node, parts);
      continue;
    }
    const found = node.get('');
    const file: Dictionary = isDictionary(found) ? found : new Map();
    const one = listed(file, parts);
    // a client may take what is a file and a folder at once for either
    if (node.size > 1) yield { ...one, isHostile: true };
    else if (one.isHostile || !isPadding(file, name)) yield one;
  }
}

function* filesOf(info: Dictionary): Generator<ListedFile> {
  const list = info.get('files');
  const tree = info.get('file tree');
  const roots = [textOf(info.get('name')), textOf(info.get('name.utf-8'))];
  // the folder of all files, and the other list of a torrent of both versions, which a client may take
  const isHostile =
    roots.some(leadsElsewhere) ||
    (Array.isArray(list) && isDictionary(tree) && [...filesInTree(tree)].some((file) => file.isHostile === true));
  const marked = (file: ListedFile): ListedFile => (isHostile ? { ...file, isHostile } : file);
  if (Array.isArray(list)) for (const file of listedFiles(list as readonly Bencoded[])) yield marked(file);
  else if (isDictionary(tree)) for (const file of filesInTree(tree)) yield marked(file);
  else yield marked(listed(info, [roots[1] || (roots[0] ?? '')]));
}

/**
 * The files of a `.torrent`. Others have their turn meanwhile. Never rejects.
 *
 * @returns nothing if it cannot be read, or is too large
 */
export async function torrentFiles(bytes: Uint8Array): Promise<readonly ListedFile[] | undefined> {
  if (bytes.length > LARGEST_TORRENT) return undefined;
  const torrent = await decodeBencode(bytes);
  const info = torrent?.value.get('info');
  if (!torrent || !isDictionary(info)) return undefined;
  if (torrent.ambiguous.has('info')) return [{ name: '', size: 0, isAmbiguous: true }];
  const giveWay = createGiveWay();
  const files: ListedFile[] = [];
  let count = 0;
  for (const file of filesOf(info)) {
    count += 1;
    if (count <= MOST_FILES) files.push(file);
    // among too many files, one that climbs still tells what the torrent is
    else if (file.isHostile) return [file];
    await giveWay();
  }
  return count > MOST_FILES ? undefined : files;
}
