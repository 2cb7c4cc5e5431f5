import type { LibraryFile, LibraryItem } from '@lectern/plugin-api';
import { isRaw, numberOf, rawList, textList, textOf } from './schema.js';
import type { Raw } from './schema.js';

const ASIN = /^[A-Z0-9]{10}$/;

type Series = NonNullable<LibraryItem['series']>;

/** The milliseconds of one of the server's times; 0 if it is absent. */
export function timeOf(raw: Raw, field: 'addedAt' | 'mtimeMs' | 'updatedAt'): number {
  return numberOf(raw[field]) ?? 0;
}

/** Items whose files are gone or unreadable stay in the server's lists; for us they do not exist. */
export function isAvailable(raw: Raw): boolean {
  return raw.isMissing !== true && raw.isInvalid !== true;
}

/** The server does not check what people enter there; anything that cannot be an ASIN is left out. */
export function asinOf(raw: Raw): string | undefined {
  const asin = textOf(metadataOf(raw).asin)?.toUpperCase();
  return asin !== undefined && ASIN.test(asin) ? asin : undefined;
}

/**
 * Whether the listed form is not enough: an item without an ASIN can be recognized only by its files, and joined names
 * cannot be split at commas (`Smith, Jr.` is one person).
 */
export function needsDetails(raw: Raw): boolean {
  const { authorName, narratorName, seriesName } = metadataOf(raw);
  return asinOf(raw) === undefined || [authorName, narratorName, seriesName].some((name) => textOf(name)?.includes(', '));
}

/** @returns nothing for an item without id */
export function toLibraryItem(raw: Raw, libraryId: string): LibraryItem | undefined {
  const itemId = textOf(raw.id);
  if (itemId === undefined) return undefined;
  const media = mediaOf(raw);
  const metadata = metadataOf(raw);
  const series = seriesOf(metadata);
  const files = filesOf(raw);
  const optional = {
    subtitle: textOf(metadata.subtitle),
    series: series.length > 0 ? series : undefined,
    asin: asinOf(raw),
    isbn: textOf(metadata.isbn),
    durationSeconds: numberOf(media.duration),
    path: textOf(raw.path),
    files,
    formats: formatsOf(media),
  };
  return {
    itemId,
    libraryId,
    title: textOf(metadata.title) ?? folderName(raw) ?? itemId,
    authors: peopleOf(metadata.authors, metadata.authorName),
    narrators: peopleOf(metadata.narrators, metadata.narratorName),
    addedAt: new Date(timeOf(raw, 'addedAt')).toISOString(),
    updatedAt: new Date(timeOf(raw, 'updatedAt')).toISOString(),
    hasCover: textOf(media.coverPath) !== undefined,
    ...withoutUndefined(optional),
  };
}

function mediaOf(raw: Raw): Raw {
  return isRaw(raw.media) ? raw.media : {};
}

function metadataOf(raw: Raw): Raw {
  const { metadata } = mediaOf(raw);
  return isRaw(metadata) ? metadata : {};
}

/** Lists hold objects (authors) or plain names (narrators); the listed form has one joined string, kept whole. */
function peopleOf(list: unknown, joined: unknown): readonly string[] {
  if (Array.isArray(list)) {
    const named = rawList(list).map((person) => person.name);
    return textList(named.length > 0 ? named : list);
  }
  const name = textOf(joined);
  return name === undefined ? [] : [name];
}

function seriesOf(metadata: Raw): Series {
  if (Array.isArray(metadata.series)) {
    return rawList(metadata.series).flatMap((entry) => {
      const name = textOf(entry.name);
      const part = textOf(entry.sequence);
      return name === undefined ? [] : [part === undefined ? { name } : { name, part }];
    });
  }
  const joined = textOf(metadata.seriesName);
  if (joined === undefined) return [];
  const numbered = /^(.+) #([^#]+)$/.exec(joined);
  return [numbered?.[1] && numbered[2] ? { name: numbered[1], part: numbered[2] } : { name: joined }];
}

/** Audio and ebook in one folder are one item. Either may be absent, or both if only pictures are left. */
function formatsOf(media: Raw): LibraryItem['formats'] {
  const hasEbook = textOf(media.ebookFormat) !== undefined || isRaw(media.ebookFile);
  const audio = numberOf(media.numAudioFiles) ?? (Array.isArray(media.audioFiles) ? media.audioFiles.length : undefined);
  if (audio === undefined) return undefined;
  return [...(audio > 0 ? (['audiobook'] as const) : []), ...(hasEbook ? (['ebook'] as const) : [])];
}

/** Only the expanded form has files. */
function filesOf(raw: Raw): readonly LibraryFile[] | undefined {
  if (!Array.isArray(raw.libraryFiles)) return undefined;
  return rawList(raw.libraryFiles).flatMap((file) => {
    const metadata = isRaw(file.metadata) ? file.metadata : {};
    const path = textOf(metadata.path);
    const size = numberOf(metadata.size);
    return path === undefined || size === undefined ? [] : [{ path, size }];
  });
}

function folderName(raw: Raw): string | undefined {
  return textOf((textOf(raw.relPath) ?? textOf(raw.path))?.split('/').pop());
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}
