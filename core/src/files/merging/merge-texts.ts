import { sentence } from '../../platform/words/index.js';
import type { Chapter } from './chapter-plan.js';
import type { JoinFile } from './join-file.js';
import { MergeStop } from './merge-stop.js';

/** The texts that ffmpeg reads beside the audio. */

/**
 * Escapes what ffmetadata gives a meaning. Backslashes at the end are dropped: ffmpeg takes one in front of a line break
 * for an escape even if it is escaped itself. https://ffmpeg.org/ffmpeg-formats.html#Metadata-1
 */
function escaped(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\\') end -= 1;
  return text.slice(0, end).replace(/[=;#\\\n]/g, '\\$&');
}

/** Tags and chapters in ffmpeg's own form. Tags without a value are left out. */
export function metadataText(tags: Readonly<Record<string, string | undefined>>, chapters: readonly Chapter[]): string {
  const lines = Object.entries(tags).flatMap(([name, value]) => {
    const text = value?.replaceAll('\0', '').replaceAll('\r', '');
    return text === undefined || text === '' ? [] : [`${escaped(name)}=${escaped(text)}`];
  });
  const marks = chapters.map(
    ({ title, startMs, endMs }) => `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${startMs}\nEND=${endMs}\ntitle=${escaped(title)}`,
  );
  return `${[';FFMETADATA1', ...lines, ...marks].join('\n')}\n`;
}

/**
 * The list of files to join. Each is said to last as long as its packets do, so that the next one begins behind its
 * padding and no packet gets the time of another one.
 *
 * @throws MergeStop `not_joinable` for names with a line break, which no list can hold
 */
export function concatText(files: readonly JoinFile[]): string {
  const entries = files.map(({ source, seconds }) => {
    if (/[\r\n]/.test(source.path)) throw new MergeStop('not_joinable', sentence('import.line_break', { file: source.name }));
    // within quotes only the quote itself has a meaning
    return `file 'file:${source.path.replaceAll("'", String.raw`'\''`)}'\nduration ${seconds.toFixed(9)}`;
  });
  return `ffconcat version 1.0\n${entries.join('\n')}\n`;
}
