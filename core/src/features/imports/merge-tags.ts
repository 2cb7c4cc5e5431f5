import type { CatalogBook } from '@lectern/plugin-api';
import { tagFields } from '../../files/tagging/book-tags.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { bookTags } from './book-tags.js';

type Asked = Pick<RequestRow, 'title' | 'author' | 'asin'>;

/**
 * Tags of a merged file, by ffmpeg's names: those that an M4B keeps and media servers read. The series stands in two
 * places, because some read the show and others the grouping. ffmpeg cannot write an ASIN; it comes with the tags that are written afterwards.
 */
export function mergeTags(asked: Asked, book: CatalogBook | undefined): Record<string, string | undefined> {
  const { common, named, year } = tagFields(bookTags(asked, book), { isWhole: true });
  return {
    title: common['title'],
    album: common['album'],
    artist: common['performers'],
    album_artist: common['albumArtists'],
    composer: common['composers'],
    date: year?.toString(),
    genre: common['genres'],
    show: named['SERIES'],
    episode_id: named['SERIES-PART'],
    grouping: common['grouping'],
    description: common['description'],
  };
}

/** Texts that say nothing of a chapter, because they are about the whole book. */
export function wordsToIgnore({ title, author }: Pick<Asked, 'title' | 'author'>, book: CatalogBook | undefined): string[] {
  const people = [...(book?.authors.map(({ name }) => name) ?? []), ...(book?.narrators ?? [])];
  return [title, author, book?.title ?? '', book?.subtitle ?? '', ...people, ...(book?.series.map(({ name }) => name) ?? [])];
}
