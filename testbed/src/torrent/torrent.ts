import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename, relative, sep } from 'node:path';
import { encodeBencode } from './bencode.js';
import type { BencodeInput } from './bencode.js';
import { listFiles } from '../content.js';

export interface MakeTorrentOptions {
  /** A folder or a single file. */
  readonly content: string;
  /** Tracker address; loopback trackers must use the path `/announce`. */
  readonly announce?: string;
  /** BEP 19. For a folder the address of the directory that holds it, with a trailing slash; for one file the file's own. */
  readonly webseeds?: readonly string[];
  readonly private?: boolean;
  /** v1 and v2 in one (BEP 52). */
  readonly hybrid?: boolean;
  /** Bytes, a power of two of at least 16 KiB; default 64 KiB. */
  readonly pieceLength?: number;
  /** Changes the info hash without changing the files. */
  readonly source?: string;
}

export interface TestTorrent {
  /** The .torrent file. */
  readonly bytes: Buffer;
  /** v1, 40 lower-case hex digits. */
  readonly infoHash: string;
  /** v2, 64 hex digits; only for hybrids. */
  readonly infoHashV2?: string;
  readonly name: string;
  readonly size: number;
  readonly pieces: number;
  readonly magnet: string;
}

const BLOCK = 16_384;

function sha256(...parts: readonly Buffer[]): Buffer {
  return parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
}

/** Folds a power-of-two list of hashes up to one. */
function fold(hashes: readonly Buffer[]): Buffer {
  let level = [...hashes];
  while (level.length > 1) {
    level = Array.from({ length: level.length / 2 }, (_, i) => sha256(level[2 * i] as Buffer, level[2 * i + 1] as Buffer));
  }
  return level[0] as Buffer;
}

/** BEP 52: the merkle root of a file and, when it is longer than a piece, its piece layer. */
function merkle(data: Buffer, pieceLength: number): { root: Buffer; layer?: Buffer } {
  const leaves: Buffer[] = [];
  for (let i = 0; i < data.length; i += BLOCK) leaves.push(sha256(data.subarray(i, i + BLOCK)));
  let width = 1;
  while (width < leaves.length) width *= 2;
  const padded = [...leaves, ...Array.from({ length: width - leaves.length }, () => Buffer.alloc(32))];
  if (data.length <= pieceLength) return { root: fold(padded) };
  const perPiece = pieceLength / BLOCK;
  const layer: Buffer[] = [];
  for (let i = 0; i < padded.length; i += perPiece) layer.push(fold(padded.slice(i, i + perPiece)));
  return { root: fold(layer), layer: Buffer.concat(layer.slice(0, Math.ceil(data.length / pieceLength))) };
}

interface PlannedFile {
  readonly parts: readonly string[];
  readonly data: Buffer;
  /** Bytes of padding after the file; only in hybrids, which align files to pieces. */
  readonly pad: number;
}

function planFiles(options: MakeTorrentOptions, isFolder: boolean, pieceLength: number): PlannedFile[] {
  const paths = isFolder ? listFiles(options.content) : [options.content];
  return paths.map((path, index) => {
    const data = readFileSync(path);
    const parts = isFolder ? relative(options.content, path).split(sep) : [basename(path)];
    const isPadded = options.hybrid === true && isFolder && index < paths.length - 1;
    return { parts, data, pad: isPadded ? (pieceLength - (data.length % pieceLength)) % pieceLength : 0 };
  });
}

function pieceHashes(files: readonly PlannedFile[], pieceLength: number): Buffer[] {
  const data = Buffer.concat(files.flatMap((file) => [file.data, Buffer.alloc(file.pad)]));
  const hashes: Buffer[] = [];
  for (let i = 0; i < data.length; i += pieceLength) {
    hashes.push(
      createHash('sha1')
        .update(data.subarray(i, i + pieceLength))
        .digest(),
    );
  }
  return hashes;
}

function fileList(files: readonly PlannedFile[]): BencodeInput[] {
  return files.flatMap((file) => [
    { length: file.data.length, path: [...file.parts] },
    ...(file.pad > 0 ? [{ attr: 'p', length: file.pad, path: ['.pad', String(file.pad)] }] : []),
  ]);
}

type Tree = Map<string, BencodeInput>;

function fileTree(files: readonly PlannedFile[], pieceLength: number): { tree: Tree; layers: Tree } {
  const tree: Tree = new Map();
  const layers: Tree = new Map();
  for (const file of files) {
    const { root, layer } = merkle(file.data, pieceLength);
    if (layer) layers.set(root.toString('latin1'), layer);
    let node = tree;
    for (const part of file.parts) {
      const key = Buffer.from(part, 'utf8').toString('latin1');
      const next = (node.get(key) as Tree | undefined) ?? new Map<string, BencodeInput>();
      node.set(key, next);
      node = next;
    }
    node.set('', { length: file.data.length, 'pieces root': root });
  }
  return { tree, layers };
}

function magnetOf(torrent: { infoHash: string; infoHashV2?: string; name: string }, options: MakeTorrentOptions): string {
  const params = [`xt=urn:btih:${torrent.infoHash}`];
  if (torrent.infoHashV2) params.push(`xt=urn:btmh:1220${torrent.infoHashV2}`);
  params.push(`dn=${encodeURIComponent(torrent.name)}`);
  if (options.announce) params.push(`tr=${encodeURIComponent(options.announce)}`);
  for (const seed of options.webseeds ?? []) params.push(`ws=${encodeURIComponent(seed)}`);
  return `magnet:?${params.join('&')}`;
}

/** Makes a BitTorrent v1 (or hybrid) torrent of files on disk. */
export function makeTorrent(options: MakeTorrentOptions): TestTorrent {
  const { pieceLength = 65_536 } = options;
  const isFolder = statSync(options.content).isDirectory();
  const files = planFiles(options, isFolder, pieceLength);
  const pieces = pieceHashes(files, pieceLength);
  const name = basename(options.content);
  const hybrid = options.hybrid ? fileTree(files, pieceLength) : undefined;
  const info = {
    name,
    'piece length': pieceLength,
    pieces: Buffer.concat(pieces),
    files: isFolder ? fileList(files) : undefined,
    length: isFolder ? undefined : files[0]?.data.length,
    'meta version': hybrid ? 2 : undefined,
    'file tree': hybrid?.tree,
    private: options.private ? 1 : undefined,
    source: options.source,
  };
  const encoded = encodeBencode(info);
  const infoHash = createHash('sha1').update(encoded).digest('hex');
  const infoHashV2 = hybrid ? sha256(encoded).toString('hex') : undefined;
  const bytes = encodeBencode({
    info,
    announce: options.announce,
    'created by': 'testbed',
    'creation date': 1_700_000_000,
    'url-list': options.webseeds?.length ? options.webseeds : undefined,
    'piece layers': hybrid?.layers,
  });
  const size = files.reduce((sum, file) => sum + file.data.length, 0);
  return { bytes, infoHash, infoHashV2, name, size, pieces: pieces.length, magnet: magnetOf({ infoHash, infoHashV2, name }, options) };
}
