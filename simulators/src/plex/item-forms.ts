import type { PlexAlbum, PlexFile, PlexLibrary } from './types.js';

type Form = Record<string, unknown>;

const AUDNEXUS = /audnexus/;

function guidOf(album: PlexAlbum, { agent = 'com.plexapp.agents.audnexus' }: PlexLibrary): string {
  if (AUDNEXUS.test(agent)) return album.asin === undefined ? `local://${album.id}` : `${agent}://${album.asin}_us?lang=en`;
  return agent === 'tv.plex.agents.music' ? `plex://album/${album.id.padStart(24, '0')}` : `local://${album.id}`;
}

/** Lists leave out narrators, authors and series, which audiobook agents keep in styles and moods. */
export function albumForm(album: PlexAlbum, library: PlexLibrary, isFull: boolean): Form {
  const { id, title, artist, series } = album;
  const isMatched = guidOf(album, library).includes('audnexus');
  return {
    ratingKey: id,
    key: `/library/metadata/${id}/children`,
    parentRatingKey: `9${id}`,
    guid: guidOf(album, library),
    parentGuid: `local://9${id}`,
    type: 'album',
    title,
    ...(isMatched && series ? { titleSort: `${series.name}${series.part === undefined ? '' : `, Book ${series.part}`} - ${title}` } : {}),
    parentTitle: artist,
    summary: '',
    index: 1,
    ...(album.coverPath === undefined ? {} : { thumb: thumbOf(album) }),
    addedAt: album.addedAt,
    updatedAt: album.updatedAt,
    loudnessAnalysisVersion: '1',
    ...(isFull && isMatched ? peopleOf(album) : {}),
  };
}

export function thumbOf(album: PlexAlbum): string {
  return `/library/metadata/${album.id}/thumb/${album.updatedAt}`;
}

function peopleOf({ artist, narrators, series }: PlexAlbum): Form {
  return {
    Style: narrators.map((tag, index) => ({ id: 11 + index, filter: `style=${11 + index}`, tag })),
    Mood: [artist, ...(series ? [`Series: ${series.name}`] : [])].map((tag, index) => ({
      id: 21 + index,
      filter: `mood=${21 + index}`,
      tag,
    })),
  };
}

export function trackForms(album: PlexAlbum): readonly Form[] {
  return album.files.map((file, index) => trackForm(album, file, index));
}

function trackForm(album: PlexAlbum, file: PlexFile, index: number): Form {
  const container = file.shown.split('.').pop() ?? 'mp3';
  return {
    ratingKey: file.id,
    key: `/library/metadata/${file.id}`,
    parentRatingKey: album.id,
    grandparentRatingKey: `9${album.id}`,
    guid: `local://${file.id}`,
    parentGuid: `local://${album.id}`,
    type: 'track',
    title: `${album.title} - ${String(index + 1).padStart(2, '0')}`,
    grandparentTitle: album.artist,
    parentTitle: album.title,
    index: index + 1,
    parentIndex: 1,
    duration: file.durationMs,
    addedAt: album.addedAt,
    updatedAt: album.updatedAt,
    Media: [
      {
        id: Number(file.id),
        duration: file.durationMs,
        container,
        Part: [{ id: Number(file.id), duration: file.durationMs, file: file.shown, size: file.size, container }],
      },
    ],
  };
}

export function sectionForm(library: PlexLibrary, isScanning: boolean): Form {
  const { id, title, type = 'artist', agent = 'com.plexapp.agents.audnexus', roots } = library;
  return {
    allowSync: true,
    filters: true,
    refreshing: isScanning,
    key: id,
    type,
    title,
    agent: type === 'movie' ? 'com.plexapp.agents.imdb' : agent,
    scanner: type === 'movie' ? 'Plex Movie Scanner' : 'Plex Music Scanner',
    language: 'en',
    uuid: `80208576-f7d1-406d-b6d8-${id.padStart(12, '0')}`,
    Location: roots.map((root, index) => ({ id: index + 1, path: root.shown ?? root.path })),
  };
}
