import type { Downloadable } from '@lectern/plugin-api';
import type { RequestType } from '../../lifecycle/statuses.js';
import { AUDIO_FORMATS, COMIC_FORMATS, EBOOK_FORMATS } from '../../search/release-title/formats.js';
import { plainLabel } from '../../../platform/text/plain-label.js';
import { sentence, type Sentence } from '../../../platform/words/index.js';
import type { ListedFile } from './listed-file.js';
import { nzbFiles } from './nzb-files.js';
import { torrentFiles } from './torrent-files.js';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Of a file's name in a sentence of ours. */
const LONGEST_SHOWN = 100;

/** Programs and scripts; none belongs to a book. */
const PROGRAMS = words('exe scr msi bat cmd pif vbs vbe js jse wsf wsh hta ps1 psm1 jar lnk cpl reg apk app dmg pkg deb rpm sh');
const VIDEOS = words('mkv avi wmv mov mpg mpeg m2ts ts webm vob flv m4v');
/** Files that lie beside a book of either type. */
const BESIDE = words(
  'jpg jpeg png gif webp bmp nfo sfv md5 sha1 cue m3u m3u8 pls log url website ini db opf json xml css html htm txt doc par2',
);

type Kind = 'audio' | 'text' | 'comic' | 'video' | 'beside' | 'unknown';

/** A name that ends like several files, as `book.mp3.exe`, is what its last ending says. */
function extensionOf(name: string): string {
  return /[^.]\.([a-z\d]{1,8})[\s.]*$/i.exec(name.slice(-300))?.[1]?.toLowerCase() ?? '';
}

function kindOf(extension: string): Kind {
  if (AUDIO_FORMATS.has(extension)) return 'audio';
  if (BESIDE.has(extension)) return 'beside';
  if (EBOOK_FORMATS.has(extension)) return 'text';
  if (COMIC_FORMATS.has(extension)) return 'comic';
  // archives, and names that were hidden, may hold anything
  return VIDEOS.has(extension) ? 'video' : 'unknown';
}

/** Far more than the indexer stated, by which the release was judged. */
function isFarLarger(bytes: number, stated: number | undefined): boolean {
  return stated !== undefined && stated > 0 && bytes > 3 * stated && bytes - stated > 1e9;
}

function endings(files: readonly { readonly extension: string }[]): readonly string[] {
  return [...new Set(files.map(({ extension }) => extension))].slice(0, 4);
}

/**
 * Says what is wrong with the files that a release lists. Archives and hidden names are unknown, not wrong.
 *
 * @param stated size of the release by its indexer, in bytes
 * @returns nothing if the files may be the book
 */
export function faultOfFiles(files: readonly ListedFile[], type: RequestType, stated?: number): Sentence | undefined {
  if (files.some(({ isAmbiguous }) => isAmbiguous)) return sentence('evidence.lists_ambiguous');
  const hostile = files.find(({ isHostile }) => isHostile);
  if (hostile) return sentence('evidence.lists_hostile', { file: plainLabel(hostile.name, LONGEST_SHOWN) });
  const known = files.map(({ name, size }) => {
    const extension = extensionOf(name);
    return { name, size, extension, kind: kindOf(extension) };
  });
  const program = known.find(({ extension }) => PROGRAMS.has(extension));
  if (program) return sentence('evidence.lists_program', { file: plainLabel(program.name, LONGEST_SHOWN) });
  const bytes = known.reduce((sum, { size }) => sum + size, 0);
  if (isFarLarger(bytes, stated)) return sentence('evidence.lists_too_much', { size: { bytes }, stated: { bytes: stated ?? 0 } });
  const of = (kind: Kind) => known.filter((file) => file.kind === kind);
  if (of('unknown').length > 0) return undefined;
  const audio = of('audio');
  const texts = of('text');
  if (type === 'audiobook') {
    const others = [...texts, ...of('comic'), ...of('video')];
    return audio.length > 0 || others.length === 0 ? undefined : sentence('evidence.lists_no_audio', { endings: endings(others) });
  }
  // a PDF beside audio files is a companion of the audiobook
  if ([...texts, ...of('comic')].some(({ extension }) => extension !== 'pdf' || audio.length === 0)) return undefined;
  const others = [...audio, ...of('video')];
  return others.length === 0 ? undefined : sentence('evidence.lists_no_ebook', { endings: endings(others) });
}

/** The fault of what a source handed out. Magnets and files to fetch list nothing. */
export async function faultOfItem(item: Downloadable, type: RequestType, stated?: number): Promise<Sentence | undefined> {
  const files = item.kind === 'torrent' ? await torrentFiles(item.bytes) : item.kind === 'nzb' ? await nzbFiles(item.bytes) : undefined;
  return files && faultOfFiles(files, type, stated);
}
