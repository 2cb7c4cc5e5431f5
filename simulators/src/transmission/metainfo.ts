import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { contentFrom } from '@lectern/testbed';
import { decodeBencode, encodeBencode } from '@lectern/testbed';
import type { Bencoded } from '@lectern/testbed';

/** The contents of a torrent. */
export interface Metainfo {
  /** v1, lower-case hex. */
  readonly infoHash: string;
  readonly name: string;
  /** False: `files` has one entry, and it is the payload itself. */
  readonly isFolder: boolean;
  /** Paths below the payload folder, with forward slashes. */
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

function textOf(value: Bencoded | undefined): string {
  return Buffer.isBuffer(value) ? value.toString('utf8') : '';
}

function readFile(entry: Bencoded): { path: string; size: number }[] {
  if (!(entry instanceof Map)) return [];
  // BEP 47: a file with the attribute "p" is padding.
  if (textOf(entry.get('attr')).includes('p')) return [];
  const parts = entry.get('path');
  const path = Array.isArray(parts) ? parts.map(textOf).join('/') : '';
  return [{ path, size: Number(entry.get('length')) }];
}

/** Reads a .torrent file. Throws on anything else. */
export function readMetainfo(bytes: Uint8Array): Metainfo {
  const meta = decodeBencode(bytes);
  const info = meta instanceof Map ? meta.get('info') : undefined;
  if (!(info instanceof Map)) throw new Error('a torrent without info');
  const infoHash = createHash('sha1').update(encodeBencode(info)).digest('hex');
  const name = textOf(info.get('name'));
  const list = info.get('files');
  const files = Array.isArray(list) ? list.flatMap(readFile) : [{ path: name, size: Number(info.get('length')) }];
  return { infoHash, name, isFolder: Array.isArray(list), files };
}

/** Hash and shown name of a magnet link; `undefined` for anything else. */
export function readMagnet(uri: string): { infoHash: string; name: string } | undefined {
  const infoHash = /[?&]xt=urn:btih:([0-9a-f]{40})/i.exec(uri)?.[1]?.toLowerCase();
  if (!uri.startsWith('magnet:') || !infoHash) return undefined;
  const name = new URLSearchParams(uri.slice(uri.indexOf('?') + 1)).get('dn');
  return { infoHash, name: name ?? infoHash };
}

/** Describes the files at `source`, as peers would for a client that has only a magnet. */
export async function metainfoOf(infoHash: string, source: string): Promise<Metainfo> {
  const stats = await stat(source);
  if (!stats.isDirectory()) {
    const name = basename(source);
    return { infoHash, name, isFolder: false, files: [{ path: name, size: stats.size }] };
  }
  const { name, files } = contentFrom(source);
  return { infoHash, name, isFolder: true, files };
}
