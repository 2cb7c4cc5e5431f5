import { Button } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useEffect } from 'react';
import type { AnnotatedBook } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { BookCard } from './book-card.js';
import { BookGrid } from './book-grid.js';
import classes from './book.module.css';

interface EndlessBooksProps {
  books: readonly AnnotatedBook[];
  hasMore: boolean;
  busy: boolean;
  /** Requests the next page; called again only after it has arrived. */
  onMore: () => void;
}

/** Books in a grid that grows as its end comes near; the button does the same for the keyboard and after an error. */
export function EndlessBooks({ books, hasMore, busy, onMore }: EndlessBooksProps) {
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
      <BookGrid>
        {books.map((book, index) => (
          <BookCard key={book.asin} book={book} eager={index < 8} />
        ))}
      </BookGrid>
      {hasMore ? (
        <div className={classes.more} ref={ref}>
          <Button variant="default" size="md" loading={busy} onClick={onMore}>
            {t('search.more')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
