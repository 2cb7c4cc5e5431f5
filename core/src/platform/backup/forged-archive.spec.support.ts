import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Header, type HeaderData } from 'tar';
import type { BackupManifest } from './index.js';

/** A file in an archive, with whatever header a forger writes. */
export interface Entry {
  readonly header: HeaderData;
  readonly body: Buffer;
}

/** Bytes of a header. Bodies are padded to a multiple of it. */
export const BLOCK = 512;
const filled = (body: Buffer): Buffer => Buffer.concat([body, Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK)]);

/** A part whose header may lie. */
export function forged(path: string, body: Buffer | string = '', header: HeaderData = {}): Entry {
  return { header: { type: 'File', mode: 0o600, ...header, path }, body: Buffer.from(body) };
}

/** The parts of an unpacked archive of plain files. */
export function entriesOf(archive: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < archive.length;) {
    const { path, size = 0, nullBlock } = new Header(archive, at);
    if (nullBlock) break;
    at += BLOCK;
    entries.push(forged(path ?? '', archive.subarray(at, at + size)));
    at += Math.ceil(size / BLOCK) * BLOCK;
  }
  return entries;
}

/** Packs parts without checking whether they make sense. */
export function archiveOf(entries: readonly Entry[]): Buffer {
  const parts = entries.flatMap(({ header, body }) => {
    const block = Buffer.alloc(BLOCK);
    new Header({ size: body.length, ...header }).encode(block, 0);
    return [block, filled(body)];
  });
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]));
}

/** Replaces the rows of users and corrects the manifest to match. */
export function withUsers({ body }: Entry, parts: readonly Entry[], rows: Buffer): Entry[] {
  const manifest = JSON.parse(body.toString()) as BackupManifest;
  const sha256 = createHash('sha256').update(rows).digest('hex');
  const tables = manifest.tables.map((part) => (part.name === 'users' ? { ...part, bytes: rows.length, rows: 1, sha256 } : part));
  const name = 'tables/users.ndjson';
  return [
    forged('manifest.json', JSON.stringify({ ...manifest, tables })),
    ...parts.map((part) => (part.header.path === name ? forged(name, rows) : part)),
  ];
}
