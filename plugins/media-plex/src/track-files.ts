import type { LibraryFile } from '@lectern/plugin-api';
import { commonPlace } from './path-mapping.js';
import { numberOf, rawList, textOf } from './schema.js';
import type { Raw } from './schema.js';

/** Facts about an album from its tracks. Plex stores no path, size or duration with the album itself. */
export interface AlbumFiles {
  /** The folder with all files, or the file if there is only one. */
  readonly path?: string;
  readonly durationSeconds?: number;
}

/** Collects the tracks of a library by album. A track that comes twice counts once. */
export interface TrackIndex {
  add(tracks: readonly Raw[]): void;
  of(albumId: string): AlbumFiles | undefined;
}

/** No file system supports longer paths. */
const LONGEST_PATH = 4_096;

/** The files of a track; a track in two versions has several. */
export function filesOf(track: Raw): readonly LibraryFile[] {
  return rawList(track.Media).flatMap((media) =>
    rawList(media.Part).flatMap((part) => {
      const path = typeof part.file === 'string' && part.file !== '' && part.file.length <= LONGEST_PATH ? part.file : undefined;
      return path === undefined ? [] : [{ path, size: numberOf(part.size) ?? 0 }];
    }),
  );
}

/** Milliseconds; if there are several versions, of the first one. */
function durationOf(track: Raw): number | undefined {
  const [media] = rawList(track.Media);
  const parts = rawList(media?.Part).map((part) => numberOf(part.duration));
  const sum = parts.reduce<number>((total, ms) => total + (ms ?? 0), 0);
  return sum > 0 ? sum : (numberOf(track.duration) ?? numberOf(media?.duration));
}

/** The same for a list of the tracks of one album. */
export function albumFilesOf(tracks: readonly Raw[]): AlbumFiles {
  const path = commonPlace(tracks.flatMap(filesOf).map((file) => file.path));
  const ms = tracks.reduce((sum, track) => sum + (durationOf(track) ?? 0), 0);
  return { ...(path === undefined ? {} : { path }), ...(ms > 0 ? { durationSeconds: ms / 1000 } : {}) };
}

export function createTrackIndex(): TrackIndex {
  const seen = new Set<string>();
  // only two paths and a number each, because a library of 5,000 books may have 125,000 tracks
  const albums = new Map<string, { places: readonly string[]; ms: number }>();
  return {
    add(tracks) {
      for (const track of tracks) {
        const id = textOf(track.ratingKey);
        const album = textOf(track.parentRatingKey);
        if (id === undefined || album === undefined || seen.has(id)) continue;
        seen.add(id);
        const entry = albums.get(album) ?? { places: [], ms: 0 };
        const files = filesOf(track).map((file) => file.path);
        albums.set(album, { places: narrowed(entry.places, files), ms: entry.ms + (durationOf(track) ?? 0) });
      }
    },
    of(albumId) {
      const entry = albums.get(albumId);
      if (!entry) return undefined;
      const path = commonPlace(entry.places);
      return { ...(path === undefined ? {} : { path }), ...(entry.ms > 0 ? { durationSeconds: entry.ms / 1000 } : {}) };
    },
  };
}

/** Keeps only the files that determine the common folder: the first, and the one farthest from it. */
function narrowed(kept: readonly string[], files: readonly string[]): readonly string[] {
  return files.reduce<readonly string[]>((places, file) => {
    const [first, far] = places;
    if (first === undefined || first === file) return [file, ...places.slice(1)];
    if (far === undefined) return [first, file];
    const before = commonPlace([first, far])?.length ?? 0;
    const after = commonPlace([first, file])?.length ?? 0;
    return after < before ? [first, file] : places;
  }, kept);
}
