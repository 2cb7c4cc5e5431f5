import { randomBytes } from 'node:crypto';
import * as nodeFs from 'node:fs/promises';
import { link, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { errorCode, toFileError } from '../file-error.js';
import { syncFolder } from './placement-target.js';

export const MAX_COVER_BYTES = 15 * 1024 * 1024;

export type CoverFormat = 'jpg' | 'png';

/** The real format of an image, by its first bytes; `undefined` if media servers do not accept it as a cover file. */
function sniffCover(bytes: Uint8Array): CoverFormat | undefined {
  if (bytes.length > 3 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpg';
  const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  return bytes.length > png.length && png.every((byte, index) => bytes[index] === byte) ? 'png' : undefined;
}

export type CoverRefusal = 'unknown_format' | 'too_large';

export type CoverFile =
  | { readonly status: 'ok'; readonly name: string; readonly bytes: Uint8Array }
  | { readonly status: 'refused'; readonly reason: CoverRefusal };

/** Names a cover by its format: `cover.jpg` or `cover.png`. Use it for a placement's written files. */
export function coverFile(bytes: Uint8Array): CoverFile {
  if (bytes.byteLength > MAX_COVER_BYTES) return { status: 'refused', reason: 'too_large' };
  const format = sniffCover(bytes);
  return format === undefined ? { status: 'refused', reason: 'unknown_format' } : { status: 'ok', name: `cover.${format}`, bytes };
}

export type CoverResult =
  | { readonly status: 'placed'; readonly path: string }
  /** A cover already exists and stays. */
  | { readonly status: 'kept'; readonly path: string }
  | { readonly status: 'refused'; readonly reason: CoverRefusal };

/**
 * Writes a cover beside a book, completely or not at all.
 *
 * @param replace replaces an existing cover; otherwise that one stays
 * @throws FileError
 */
export async function placeCover(directory: string, bytes: Uint8Array, options: { readonly replace?: boolean } = {}): Promise<CoverResult> {
  const cover = coverFile(bytes);
  if (cover.status === 'refused') return cover;
  const path = join(directory, cover.name);
  const temporary = join(directory, `.lectern-${randomBytes(6).toString('hex')}.tmp`);
  try {
    const present = (await readdir(directory)).filter((name) => /^cover\.(?:jpe?g|png|webp)$/i.test(name));
    if (present[0] !== undefined && !options.replace) return { status: 'kept', path: join(directory, present[0]) };
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(cover.bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    if (options.replace) {
      await rename(temporary, path);
      for (const name of present.filter((other) => other !== cover.name)) await rm(join(directory, name), { force: true });
    } else if (!(await linkUnlessPresent(temporary, path))) {
      return { status: 'kept', path };
    }
    await syncFolder(directory, nodeFs);
    return { status: 'placed', path };
  } catch (error) {
    throw toFileError(error, 'place_cover', path);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** A rename would replace a cover that has appeared meanwhile; a link does not. If links do not work, it renames. */
async function linkUnlessPresent(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    await rename(from, to);
  }
  return true;
}
