import { Button } from '@mantine/core';
import {
  IconBooks,
  IconCalendarPlus,
  IconChevronRight,
  IconHandStop,
  IconHeadphones,
  IconRefresh,
  IconUserPlus,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ActionButton } from '../controls/action-button.js';
import type { AnnotatedBook } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { StatusChip } from '../status/status-chip.js';
import { ListenAction } from './listen-action.js';
import { LazyAskAnywayDialog } from './lazy-ask-anyway-dialog.js';
import classes from './book.module.css';
import { useBookRequest, type BookRequest } from './use-book-request.js';

interface MainActionProps extends Pick<BookRequest, 'action' | 'busy' | 'send'> {
  book: AnnotatedBook;
  fullWidth: boolean;
  isDated: boolean;
  inRow: boolean;
}

function MainAction({ book, fullWidth, isDated, inRow, action, busy, send }: MainActionProps) {
  const { t, day } = useI18n();
  const common = { size: 'md', variant: inRow ? 'light' : 'filled', fullWidth, loading: busy, onClick: send } as const;

  switch (action.kind) {
    case 'available':
      return book.listen.length > 0 ? (
        <ListenAction listen={book.listen} fullWidth={fullWidth} />
      ) : (
        <span className={classes.inLibrary}>
          <IconBooks size={20} aria-hidden="true" />
          {t('action.inLibrary')}
        </span>
      );
    case 'view':
      return (
        <div className={classes.viewRequest}>
          {book.request ? <StatusChip status={book.request.status} reason={book.request.reason} takenAt={book.request.takenAt} /> : null}
          <Button
            variant="default"
            size="md"
            rightSection={<IconChevronRight size={16} className="flip-rtl" />}
            renderRoot={(props) => <Link to="/requests/$requestId" params={{ requestId: action.requestId }} {...props} />}
          >
            {t('action.view')}
          </Button>
        </div>
      );
    case 'subscribe':
      return (
        <div className={classes.subscribeRequest}>
          <ActionButton {...common} leftSection={<IconUserPlus size={18} />}>
            {t('action.subscribe')}
          </ActionButton>
          <span className="dim small">{action.username ? t('action.asked', { name: action.username }) : t('action.askedByOther')}</span>
        </div>
      );
    case 'ignored':
      return (
        <ActionButton {...common} variant="default" leftSection={<IconHeadphones size={18} />}>
          {t('action.askAnyway')}
        </ActionButton>
      );
    case 'upcoming':
      return (
        <ActionButton {...common} {...(isDated ? { variant: 'default' } : {})} leftSection={<IconCalendarPlus size={18} />}>
          {isDated ? t('action.request') : t('action.askUpcoming', { date: day(action.date) })}
        </ActionButton>
      );
    case 'again':
      return (
        <ActionButton {...common} leftSection={<IconRefresh size={18} />}>
          {t('action.again')}
        </ActionButton>
      );
    case 'ask':
      return (
        <ActionButton {...common} leftSection={<IconHandStop size={18} />}>
          {t('action.ask')}
        </ActionButton>
      );
    case 'request':
      return (
        <ActionButton {...common} leftSection={<IconHeadphones size={18} />}>
          {t('action.request')}
        </ActionButton>
      );
  }
}

interface RequestButtonProps {
  book: AnnotatedBook;
  fullWidth?: boolean;
  /** Its day of release stands beside the button. */
  isDated?: boolean;
  /** In a list, whose buttons are those of many books: none shouts. */
  inRow?: boolean;
}

/** The primary action of a book, with a label that says what happens. */
export function RequestButton({ book, fullWidth = false, isDated = false, inRow = false }: RequestButtonProps) {
  const { question, ...rest } = useBookRequest(book);
  return (
    <>
      <MainAction book={book} fullWidth={fullWidth} isDated={isDated} inRow={inRow} {...rest} />
      {question ? <LazyAskAnywayDialog {...question} /> : null}
    </>
  );
}
