import { IconDownload, IconHeadphones } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useDownload } from '../../api/queries/download-queries.js';
import type { CardBook, ListenLink } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { labelled } from '../../i18n/join-names.js';
import { Cover } from '../cover/cover.js';
import { ELSEWHERE } from '../controls/elsewhere.js';
import { useFocusHeir } from '../controls/use-focus-heir.js';
import { toast } from '../feedback/toast.js';
import { useErrorText } from '../feedback/use-error-text.js';
import { StatusChip } from '../status/status-chip.js';
import { authorsOf, today } from './book-text.js';
import classes from './book.module.css';
import { AuthorNames } from './names.js';
import { useBookRegion, useRegionMark } from './region-marks.js';
import { LazyAskAnywayDialog } from './lazy-ask-anyway-dialog.js';
import { EbookInLibrary } from './ebook-in-library.js';
import { useBookRequest } from './use-book-request.js';
import { BookTitle } from './book-title.js';

function CardAction({ book }: { book: CardBook }) {
  const { t } = useI18n();
  const { action, busy, send, question } = useBookRequest(book);
  const ref = useFocusHeir<HTMLButtonElement>();
  if (action.kind === 'available' || action.kind === 'view' || action.kind === 'subscribe' || action.kind === 'ignored') return null;
  const label = action.kind === 'ask' ? t('action.ask.short') : t('action.request.short');
  return (
    <>
      <button
        ref={ref}
        type="button"
        data-card-action
        className={classes.cardAction}
        onClick={() => (busy ? undefined : send())}
        aria-disabled={busy || undefined}
        aria-label={labelled(label, book.title)}
      >
        <IconHeadphones size={16} aria-hidden="true" />
        {label}
      </button>
      {question ? <LazyAskAnywayDialog {...question} /> : null}
    </>
  );
}

/** Opens the book in its media server; with several of them the book itself, where people choose. */
function CardListen({ book, listen }: { book: CardBook; listen: readonly ListenLink[] }) {
  const { t } = useI18n();
  const region = useBookRegion(book.region);
  const [only, ...more] = listen;
  const content = (
    <>
      <IconHeadphones size={16} aria-hidden="true" />
      {t('listen.short')}
    </>
  );
  if (!only || more.length > 0) {
    return (
      <Link
        to="."
        search={(previous) => ({ ...previous, book: book.asin, region })}
        resetScroll={false}
        className={classes.cardAction}
        aria-label={t('listen.card', { title: book.title })}
      >
        {content}
      </Link>
    );
  }
  return (
    <a
      className={classes.cardAction}
      href={only.url}
      {...ELSEWHERE}
      aria-label={t('listen.cardIn', { title: book.title, server: only.server })}
    >
      {content}
    </a>
  );
}

/** Saves the book at once: its only file, or all of them as a zip. */
function CardDownload({ book }: { book: CardBook }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const { mutate, isPending } = useDownload();
  const start = () =>
    mutate(
      { asin: book.asin },
      { onSuccess: () => toast.done(t('download.started')), onError: (error) => toast.problem(errorText(error)) },
    );
  return (
    <button
      type="button"
      className={classes.cardAction}
      onClick={() => (isPending ? undefined : start())}
      aria-disabled={isPending || undefined}
      aria-label={t('download.card', { title: book.title })}
    >
      <IconDownload size={16} aria-hidden="true" />
      {t('download.short')}
    </button>
  );
}

/** What a card offers at once: to listen to what is there, else to save it, else to ask for it. */
function MainCardAction({ book }: { book: CardBook }) {
  if (book.availability !== 'available') return <CardAction book={book} />;
  if (book.listen && book.listen.length > 0) return <CardListen book={book} listen={book.listen} />;
  return book.savable ? <CardDownload book={book} /> : null;
}

function CardStatus({ book }: { book: CardBook }) {
  const { t, day } = useI18n();
  if (book.availability === 'available') return <StatusChip status="available" />;
  if (book.request) return <StatusChip status={book.request.status} reason={book.request.reason} takenAt={book.request.takenAt} short />;
  if (book.releaseDate && book.releaseDate.slice(0, 10) > today())
    return <span className="dim">{t('book.upcoming', { date: day(book.releaseDate) })}</span>;
  return null;
}

interface BookCardProps {
  book: CardBook;
  eager?: boolean;
  /** Its place in a list of which only a part may be on the page; `of` is -1 while the length is not known. */
  place?: { position: number; of: number } | undefined;
  /** Its number in the series whose row it stands in. */
  part?: string | undefined;
  /** It is the book that the row belongs to. */
  isOpen?: boolean;
}

/** A book on a shelf or in a list of results. Opens the book over the current page. */
export function BookCard({ book, eager = false, place, part, isOpen = false }: BookCardProps) {
  const { t, duration } = useI18n();
  const author = authorsOf(book);
  const mark = useRegionMark(book.region);
  const region = useBookRegion(book.region);
  return (
    <article className={classes.card} data-open={isOpen} aria-posinset={place?.position} aria-setsize={place?.of}>
      <Link
        to="."
        search={(previous) => ({ ...previous, book: book.asin, region })}
        resetScroll={false}
        className={classes.cardLink}
        aria-current={isOpen ? 'true' : undefined}
        data-book={book.asin}
        data-region={region}
      >
        <Cover title={book.title} author={author} src={book.coverUrl} width={176} eager={eager} />
        <BookTitle book={book} className={`two-lines ${classes.cardTitle}`} />
      </Link>
      <div className={classes.cardMeta}>
        {part === undefined ? null : <span className={classes.part}>{t('book.part', { part })}</span>}
        <span className={classes.oneLine}>
          <AuthorNames authors={book.authors} />
        </span>
        {mark === undefined ? null : <span className={classes.region}>{mark}</span>}
        {book.availability === 'none' && !book.request && book.durationMinutes ? <span>{duration(book.durationMinutes)}</span> : null}
        <CardStatus book={book} />
        {book.ebookItem ? <EbookInLibrary /> : null}
      </div>
      <MainCardAction book={book} />
    </article>
  );
}
