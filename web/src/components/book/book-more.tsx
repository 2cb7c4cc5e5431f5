import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { seriesBooksQuery } from '../../api/queries/author-and-series-queries.js';
import { bookListQuery } from '../../api/queries/book-list-queries.js';
import type { AnnotatedBook } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { BookCard } from './book-card.js';
import { partsOfSeries } from './parts-of-series.js';
import { Shelf, type ShelfHeading } from './shelf.js';

/** More than this is what the page of the author is for. */
const MOST_OF_AUTHOR = 12;

/** The other parts of the book's first series in order, and more books of its first author. Rows without books are left out. */
export function BookMore({ book, headingLevel }: { book: AnnotatedBook; headingLevel: ShelfHeading }) {
  const { t } = useI18n();
  const series = book.series.find(({ id }) => id !== undefined);
  const author = book.authors.find(({ id }) => id !== undefined);
  const ofSeries = useInfiniteQuery({ ...seriesBooksQuery(series?.id ?? ''), enabled: series !== undefined });
  const ofAuthor = useInfiniteQuery({ ...bookListQuery({ kind: 'author', id: author?.id ?? '' }), enabled: author !== undefined });
  const parts = series?.id ? partsOfSeries(series.id, ofSeries.data?.pages.flatMap(({ items }) => items) ?? [], undefined) : [];
  const inSeries = new Set([book.asin, ...parts.flatMap((part) => [part.book, ...part.others]).map(({ asin }) => asin)]);
  const more = (ofAuthor.data?.pages[0]?.items ?? []).filter(({ asin }) => !inSeries.has(asin)).slice(0, MOST_OF_AUTHOR);
  return (
    <>
      {series?.id && parts.length > 1 ? (
        <Shelf
          headingLevel={headingLevel}
          title={series.name}
          all={
            <Link
              to="/series/$seriesId"
              params={{ seriesId: series.id }}
              className="small"
              aria-label={t('home.showAll.of', { shelf: series.name })}
            >
              {t('home.showAll')}
            </Link>
          }
        >
          {parts.map((part) => (
            <BookCard key={part.book.asin} book={part.book} part={part.part} isOpen={part.book.asin === book.asin} />
          ))}
        </Shelf>
      ) : null}
      {author?.id && more.length > 0 ? (
        <Shelf
          headingLevel={headingLevel}
          title={t('book.moreBy', { author: author.name })}
          all={
            <Link
              to="/authors/$authorId"
              params={{ authorId: author.id }}
              className="small"
              aria-label={t('home.showAll.of', { shelf: author.name })}
            >
              {t('home.showAll')}
            </Link>
          }
        >
          {more.map((other) => (
            <BookCard key={other.asin} book={other} />
          ))}
        </Shelf>
      ) : null}
    </>
  );
}
