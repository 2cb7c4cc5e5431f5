import type { DemoBook } from '@lectern/simulators';
import { makeEpub, type ArchiveFile } from '@lectern/simulators';

/** The simulated archive's ebooks of a book: a real small EPUB, and two unwanted files. */
export function ebooksOf(book: DemoBook): ArchiveFile[] {
  const author = book.authors[0]?.name ?? 'Unknown';
  const { title } = book;
  const epub = (language: string, named = title) =>
    makeEpub({ title: named, author, language, paragraphs: [`The ebook of ${named}, for show.`] });
  return [
    { title, author, format: 'epub', language: 'en', year: 2020, bytes: epub('en') },
    { title, author, format: 'epub', language: 'de', year: 2019, bytes: epub('de') },
    { title: `Summary of ${title}`, author: 'Quick Reads', format: 'epub', language: 'en', bytes: epub('en', `Summary of ${title}`) },
  ];
}
