import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { AudioTags } from './id3.js';
import { writeAudioFile } from './make-audio-file.js';
import type { BitrateKbps } from './mpeg-frames.js';

export interface BookFolderOptions extends Omit<AudioTags, 'title' | 'track' | 'trackCount' | 'album'> {
  readonly author: string;
  readonly title: string;
  /** The number of files, or their names (`CD1/01.mp3`). A number gives `01 - <title>.mp3` and so on. */
  readonly files: number | readonly string[];
  readonly secondsPerFile: number;
  readonly bitrateKbps?: BitrateKbps;
}

export interface BookFolderFile {
  /** Relative to the folder. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * Fills a folder, made when absent, with the audio files of one book.
 *
 * @returns the files in order
 */
export async function makeBookFolder(dir: string, options: BookFolderOptions): Promise<BookFolderFile[]> {
  const { files, secondsPerFile, title, ...tags } = options;
  const names = typeof files === 'number' ? numbered(files, title) : files;
  const made: BookFolderFile[] = [];
  for (const [index, name] of names.entries()) {
    const path = join(dir, name);
    await mkdir(dirname(path), { recursive: true });
    const size = await writeAudioFile(path, {
      ...tags,
      album: title,
      title: names.length === 1 ? title : `${title} - ${index + 1}`,
      track: index + 1,
      trackCount: names.length,
      seconds: secondsPerFile,
    });
    made.push({ name, size });
  }
  return made;
}

function numbered(count: number, title: string): string[] {
  const safe = title.replace(/[/\\\0]/g, '-');
  if (count === 1) return [`${safe}.mp3`];
  const width = Math.max(2, String(count).length);
  return Array.from({ length: count }, (_, index) => `${String(index + 1).padStart(width, '0')} - ${safe}.mp3`);
}
