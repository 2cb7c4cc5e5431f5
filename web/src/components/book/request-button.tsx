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
import type { AnnotatedBook } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { StatusChip } from '../status/status-chip.js';
import { LazyAskAnywayDialog } from './lazy-ask-anyway-dialog.js';
import classes from './book.module.css';
import { useBookRequest, type BookRequest } from './use-book-request.js';

interface ActionButtonProps extends Pick<BookRequest, 'action' | 'busy' | 'send'> {
  book: AnnotatedBook;
  fullWidth: boolean;
}

function ActionButton({ book, fullWidth, action, busy, send }: ActionButtonProps) {
  const { t, day } = useI18n();
  const common = { size: 'md', fullWidth, loading: busy, onClick: send } as const;

  switch (action.kind) {
    case 'available':
      return (
        <span className={classes.inLibrary}>
          <IconBooks size={20} aria-hidden="true" />
          {t('action.inLibrary')}
        </span>
      );
    case 'view':
      return (
        <div className={classes.viewRequest}>
          {book.request ? <StatusChip status={book.request.status} /> : null}
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
          <Button {...common} leftSection={<IconUserPlus size={18} />}>
            {t('action.subscribe')}
          </Button>
          <span className="dim small">{action.username ? t('action.asked', { name: action.username }) : t('action.askedByOther')}</span>
        </div>
      );
    case 'ignored':
      return (
        <Button {...common} variant="default" leftSection={<IconHeadphones size={18} />}>
          {t('action.askAnyway')}
        </Button>
      );
    case 'upcoming':
      return (
        <Button {...common} leftSection={<IconCalendarPlus size={18} />}>
          {t('action.askUpcoming', { date: day(action.date) })}
        </Button>
      );
    case 'again':
      return (
        <Button {...common} leftSection={<IconRefresh size={18} />}>
          {t('action.again')}
        </Button>
      );
    case 'ask':
      return (
        <Button {...common} leftSection={<IconHandStop size={18} />}>
          {t('action.ask')}
        </Button>
      );
    case 'request':
      return (
        <Button {...common} leftSection={<IconHeadphones size={18} />}>
          {t('action.request')}
        </Button>
      );
  }
}

/** The primary action of a book, with a label that says what happens. */
export function RequestButton({ book, fullWidth = false }: { book: AnnotatedBook; fullWidth?: boolean }) {
  const { question, ...rest } = useBookRequest(book);
  return (
    <>
      <ActionButton book={book} fullWidth={fullWidth} {...rest} />
      {question ? <LazyAskAnywayDialog {...question} /> : null}
    </>
  );
}
