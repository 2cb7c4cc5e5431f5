import { Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { ActionButton } from '../controls/action-button.js';
import { bookListQuery } from '../../api/queries/book-list-queries.js';
import type { AnnotatedBook } from '../../api/types.js';
import { NextPageFault } from '../page/next-page-fault.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { labelled } from '../../i18n/join-names.js';
import { Dialog } from '../feedback/dialog.js';
import { ErrorState } from '../feedback/error-state.js';
import { BookLine } from './book-line.js';
import classes from './book-picker.module.css';
import { foundBooks } from './found-books.js';

interface BookPickerProps {
  title: string;
  /** The words to search for until somebody types. */
  search: string;
  /** The word on the button of each book. */
  choose: string;
  busy: boolean;
  /** Is not offered. */
  except?: readonly string[];
  onChoose: (book: AnnotatedBook) => void;
  onClose: () => void;
  children?: ReactNode;
}

/** No search is longer. */
const LONGEST = 300;

/** A dialog in which a book of the catalogue is searched and chosen. */
export function BookPicker({ title, search, choose, busy, except = [], onChoose, onClose, children }: BookPickerProps) {
  const { t } = useI18n();
  const [text, setText] = useState(search.slice(0, LONGEST));
  const [settled] = useDebouncedValue(text.trim(), 300);
  const found = useInfiniteQuery(bookListQuery({ kind: 'search', id: settled, regions: [] }));
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = found;
  const books = foundBooks(data?.pages ?? [], hasNextPage).books.filter(({ asin }) => !except.includes(asin));
  return (
    <Dialog title={title} onClose={onClose} wide>
      {children}
      <TextInput
        data-autofocus
        value={text}
        maxLength={LONGEST}
        onChange={(event) => setText(event.currentTarget.value)}
        placeholder={t('picker.search')}
        aria-label={t('picker.search')}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
      />
      {settled === '' ? (
        <p className="dim small">{t('picker.start')}</p>
      ) : !data && error ? (
        <ErrorState error={error} onRetry={() => void refetch()} compact />
      ) : !data ? (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton height={180} mt="md" />
        </div>
      ) : books.length === 0 ? (
        <p className="dim small" role="status">
          {t('picker.none', { query: settled })}
        </p>
      ) : (
        <ul className={classes.results}>
          {books.map((book) => (
            <li key={book.asin} className={classes.result}>
              <BookLine book={book} />
              <ActionButton variant="default" blocked={busy} onClick={() => onChoose(book)} aria-label={labelled(choose, book.title)}>
                {choose}
              </ActionButton>
            </li>
          ))}
        </ul>
      )}
      <NextPageFault found={found} />
      {hasNextPage ? (
        <ActionButton variant="subtle" fullWidth mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('search.more')}
        </ActionButton>
      ) : null}
    </Dialog>
  );
}
