import { Button, Checkbox, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../components/controls/action-button.js';
import { useMe } from '../../api/queries/session-queries.js';
import { bookMappingQuery, useCorrectBook } from '../../api/queries/shelf-mapping-queries.js';
import type { ShelfBook, ShelfBookMapping } from '../../api/types.js';
import { BookLine } from '../../components/book/book-line.js';
import { BookPicker } from '../../components/book/book-picker.js';
import { briefTitle } from '../../components/book/book-text.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { LoadingBlock } from '../../components/feedback/loading-block.js';
import { toast } from '../../components/feedback/toast.js';
import { useErrorText } from '../../components/feedback/use-error-text.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { joinFacts, joinNames } from '../../i18n/join-names.js';
import classes from './shelves.module.css';

/** The correction that counts, and whose it is. */
function counting({ yours, everyone }: ShelfBookMapping) {
  return yours ? ({ ...yours, by: 'you' } as const) : everyone ? ({ ...everyone, by: 'everyone' } as const) : undefined;
}

/** The book as the site names it, the book that was found for it and how, and who corrected that. */
function Evidence({ mapping }: { mapping: ShelfBookMapping }) {
  const { t, date } = useI18n();
  const { says, found } = mapping;
  const correction = counting(mapping);
  const named = joinFacts([says.title, joinNames(says.authors), says.isbn ? `ISBN ${says.isbn}` : '', says.asin ?? ''].filter(Boolean));
  return (
    <dl className={classes.evidence}>
      <dt>{t('shelves.mapping.says')}</dt>
      <dd>{briefTitle(named)}</dd>
      <dt>{t('shelves.mapping.found')}</dt>
      <dd className={classes.found}>
        {found.book ? (
          <BookLine book={found.book} note={t(`shelves.mapping.by.${found.method ?? 'title'}`)} />
        ) : (
          t(found.state === 'ambiguous' ? 'shelves.outcome.ambiguous' : 'shelves.mapping.nothing')
        )}
      </dd>
      {correction ? (
        <>
          <dt>{t(`shelves.mapping.corrected.${correction.by}`, { date: date(correction.at) })}</dt>
          <dd className={classes.found}>
            {correction.book ? <BookLine book={correction.book} /> : (correction.asin ?? t('shelves.mapping.none'))}
          </dd>
        </>
      ) : null}
    </dl>
  );
}

interface CorrectBookProps {
  shelfId: string;
  book: ShelfBook;
  onClose: () => void;
}

/** Shows why a book of a shelf is a certain book of the catalogue, and lets a person choose another one, or none. */
export function CorrectBook({ shelfId, book, onClose }: CorrectBookProps) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const me = useMe();
  const { data: mapping, error, refetch } = useQuery(bookMappingQuery(shelfId, book.bookId));
  const { mutateAsync, isPending } = useCorrectBook(shelfId);
  const [isForEveryone, setForEveryone] = useState(true);
  const isAdmin = me.role === 'admin';
  const correction = mapping ? counting(mapping) : undefined;
  // the correction of an admin is not a member's to take back
  const canTakeBack = correction !== undefined && (correction.by === 'you' || isAdmin);

  const send = async (provider: string, forEveryone: boolean, asin: string | null | undefined, message: string) => {
    const before = forEveryone ? mapping?.everyone : mapping?.yours;
    const change = (to: string | null | undefined) => mutateAsync({ provider, bookId: book.bookId, forEveryone, asin: to });
    const undo = () => change(before ? before.asin : undefined).catch((problem: unknown) => toast.problem(errorText(problem)));
    try {
      await change(asin);
      toast.undoable(message, t('ignore.undo'), () => void undo());
      onClose();
    } catch (problem) {
      toast.problem(t('action.failed', { message: errorText(problem) }));
    }
  };
  const title = briefTitle(book.title);
  const correct = (asin: string | null) =>
    mapping ? void send(mapping.provider, isAdmin && isForEveryone, asin, t('shelves.mapping.done', { title })) : undefined;

  return (
    <BookPicker
      title={t('shelves.mapping.title', { title })}
      search={`${book.title} ${book.author}`.trim()}
      choose={t('shelves.mapping.choose')}
      busy={isPending || !mapping}
      except={book.asin ? [book.asin] : []}
      onChoose={({ asin }) => correct(asin)}
      onClose={onClose}
    >
      {error ? <ErrorState error={error} onRetry={() => void refetch()} compact /> : null}
      {!mapping && !error ? <LoadingBlock h={96} /> : null}
      {mapping ? <Evidence mapping={mapping} /> : null}
      {isAdmin ? (
        <Checkbox
          my="sm"
          label={t('shelves.mapping.forEveryone')}
          checked={isForEveryone}
          onChange={(event) => setForEveryone(event.currentTarget.checked)}
        />
      ) : (
        <p className="dim small">{t('shelves.mapping.forYou')}</p>
      )}
      <Group gap="xs" my="sm">
        {book.asin ? (
          <Button variant="default" disabled={isPending || !mapping} onClick={() => correct(null)}>
            {t('shelves.mapping.noneOfThese')}
          </Button>
        ) : null}
        {canTakeBack && mapping ? (
          <ActionButton
            variant="default"
            blocked={isPending}
            onClick={() => void send(mapping.provider, correction.by === 'everyone', undefined, t('shelves.mapping.takenBack', { title }))}
          >
            {t('shelves.mapping.takeBack')}
          </ActionButton>
        ) : null}
      </Group>
    </BookPicker>
  );
}
