import { useIntersection } from '@mantine/hooks';
import { useEffect } from 'react';
import type { AnnotatedBook } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { BookCard } from '../book/book-card.js';
import { walkCards } from '../book/walk-cards.js';
import { ActionButton } from '../controls/action-button.js';
import classes from './endless-books.module.css';
import { useBookRows } from './use-book-rows.js';

interface EndlessBooksProps {
  /** Names the list among all that this browser shows. */
  name: string;
  books: readonly AnnotatedBook[];
  /** How many there are; absent while that is not known. */
  total: number | undefined;
  hasMore: boolean;
  busy: boolean;
  /** Requests the next page; called again only after it has arrived. */
  onMore: () => void;
}

/** A grid of covers. Of a long list only the rows near the view are on the page. */
function BookRows({ name, books, total, busy }: Pick<EndlessBooksProps, 'name' | 'books' | 'total' | 'busy'>) {
  const { ref, columns, gap, height, rows, measure, onFocusRow } = useBookRows(name, books.length);
  const style = { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, columnGap: gap };
  return (
    <div ref={ref} role="feed" onKeyDown={walkCards} aria-busy={busy} className={classes.rows} style={{ blockSize: height }}>
      {rows.map(({ index, offset }) => (
        <div
          key={index}
          ref={measure}
          data-index={index}
          className={classes.row}
          style={{ ...style, transform: `translateY(${offset}px)` }}
          onFocusCapture={() => onFocusRow(index)}
        >
          {books.slice(index * columns, (index + 1) * columns).map((book, column) => {
            const position = index * columns + column + 1;
            return <BookCard key={book.asin} book={book} eager={position <= 8} place={{ position, of: total ?? -1 }} />;
          })}
        </div>
      ))}
    </div>
  );
}

/** Books in a grid that grows as its end comes near; the button does the same for the keyboard and after an error. */
export function EndlessBooks({ name, books, total, hasMore, busy, onMore }: EndlessBooksProps) {
  const { t } = useI18n();
  const { ref, entry } = useIntersection({ rootMargin: '600px' });
  const isNear = entry?.isIntersecting === true;
  useEffect(() => {
    if (isNear && hasMore && !busy) onMore();
    // a new page is a reason to check again: the end may still be near
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isNear, books.length]);
  return (
    <>
      {books.length > 0 ? <BookRows key={name} name={name} books={books} total={total} busy={busy} /> : null}
      {hasMore ? (
        <div className={classes.more} ref={ref}>
          <ActionButton variant="default" size="md" loading={busy} onClick={onMore}>
            {t('search.more')}
          </ActionButton>
        </div>
      ) : null}
    </>
  );
}
