import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IMAGE_TYPES, type ImageType } from './image-type.js';

/** A cover to be served. */
export interface Cover {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** With quotes. */
  readonly etag: string;
}

/** Covers on disk, by their keys. */
export interface CoverFiles {
  load(key: string): Promise<Cover | undefined>;
  /** @throws what the file system says, e.g. that the disk is full */
  store(key: string, type: ImageType, bytes: Buffer): Promise<void>;
  /** Finishes the files that are being written, and begins no more. */
  stop(): Promise<void>;
}

const TYPES = Object.keys(IMAGE_TYPES) as ImageType[];

export function coverOf(key: string, type: ImageType, bytes: Buffer): Cover {
  return { bytes, contentType: IMAGE_TYPES[type], etag: `"${key.slice(0, 32)}"` };
}

/** @param directory is made with the first file */
export function createCoverFiles(directory: string): CoverFiles {
  const types = new Map<string, ImageType>();
  const writing = new Set<Promise<void>>();
  let isStopped = false;

  // Names consist of a hash only, so no text from outside becomes part of a path.
  const fileOf = (key: string, type: ImageType): string => join(directory, `${key}.${type}`);

  async function write(key: string, type: ImageType, bytes: Buffer): Promise<void> {
    await mkdir(directory, { recursive: true });
    const temporary = join(directory, `.${key}.${randomBytes(6).toString('hex')}.tmp`);
    try {
      await writeFile(temporary, bytes, { flag: 'wx' });
      await rename(temporary, fileOf(key, type));
      types.set(key, type);
    } finally {
      await rm(temporary, { force: true });
    }
  }

  return {
    async load(key) {
      const known = types.get(key);
      for (const type of known ? [known] : TYPES) {
        const bytes = await readFile(fileOf(key, type)).catch(() => undefined);
        if (!bytes) continue;
        types.set(key, type);
        return coverOf(key, type, bytes);
      }
      types.delete(key);
      return undefined;
    },
    async store(key, type, bytes) {
      if (isStopped) return;
      const one = write(key, type, bytes);
      writing.add(one);
      await one.finally(() => writing.delete(one));
    },
    async stop() {
      isStopped = true;
      await Promise.allSettled(writing);
    },
  };
}
