import { IconHeadphones } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { CardBook } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { Cover } from '../cover/cover.js';
import { StatusChip } from '../status/status-chip.js';
import { authorsOf, today } from './book-text.js';
import classes from './book.module.css';
import { LazyAskAnywayDialog } from './lazy-ask-anyway-dialog.js';
import { EbookInLibrary } from './ebook-in-library.js';
import { useBookRequest } from './use-book-request.js';

function CardAction({ book }: { book: CardBook }) {
  const { t } = useI18n();
  const { action, busy, send, question } = useBookRequest(book);
  if (action.kind === 'available' || action.kind === 'view' || action.kind === 'subscribe' || action.kind === 'ignored') return null;
  const label = action.kind === 'ask' ? t('action.ask.short') : t('action.request.short');
  return (
    <>
      <button type="button" className={classes.cardAction} onClick={send} disabled={busy} aria-label={`${label}: ${book.title}`}>
        <IconHeadphones size={16} aria-hidden="true" />
        {label}
      </button>
      {question ? <LazyAskAnywayDialog {...question} /> : null}
    </>
  );
}

function CardStatus({ book }: { book: CardBook }) {
  const { t, day } = useI18n();
  if (book.availability === 'available') return <StatusChip status="available" />;
  if (book.request) return <StatusChip status={book.request.status} short />;
  if (book.releaseDate && book.releaseDate.slice(0, 10) > today())
    return <span className="dim">{t('book.upcoming', { date: day(book.releaseDate) })}</span>;
  return null;
}

/** A book on a shelf or in a list of results. Opens the book over the current page. */
export function BookCard({ book, eager = false }: { book: CardBook; eager?: boolean }) {
  const { duration } = useI18n();
  const author = authorsOf(book);
  return (
    <article className={classes.card}>
      <Link to="." search={(previous) => ({ ...previous, book: book.asin })} resetScroll={false} className={classes.cardLink}>
        <Cover title={book.title} author={author} src={book.coverUrl} width={176} eager={eager} />
        <span className={classes.cardTitle}>{book.title}</span>
      </Link>
      <div className={classes.cardMeta}>
        <span className={classes.oneLine}>{author}</span>
        {book.availability === 'none' && !book.request && book.durationMinutes ? <span>{duration(book.durationMinutes)}</span> : null}
        <CardStatus book={book} />
        {book.ebookItem ? <EbookInLibrary /> : null}
      </div>
      <CardAction book={book} />
    </article>
  );
}
