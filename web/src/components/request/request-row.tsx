import { Link } from '@tanstack/react-router';
import { Button } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import { shownStatus } from '../../api/request-status.js';
import type { RequestSummary } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { useNextTry } from './next-try.js';
import { authorsOf } from '../book/book-text.js';
import { AuthorNames } from '../book/names.js';
import { Cover } from '../cover/cover.js';
import { StatusChip } from '../status/status-chip.js';
import { EbookChip } from './ebook-chip.js';
import { FileChecks } from './file-checks.js';
import checks from './file-checks.module.css';
import { ProgressLine } from './progress-line.js';
import classes from './request-row.module.css';
import { WaitingPeople } from './waiting-people.js';
import people from './waiting-people.module.css';
import { BookTitle } from '../book/book-title.js';

interface RequestRowProps {
  request: RequestSummary;
  /** Shows the requester. */
  showUser?: boolean;
  /** Every request of the list has this status, so rows say what helps to decide instead. */
  toDecide?: boolean;
  /** In front of the cover, such as a checkbox. */
  leading?: ReactNode;
  actions?: ReactNode;
}

/** A request in a list: the book, its state, and the reason. */
export function RequestRow({ request, showUser = false, toDecide = false, leading, actions }: RequestRowProps) {
  const { t, relative, duration } = useI18n();
  const nextTry = useNextTry();
  const { book, progress, reason } = request;
  const asked = relative(request.createdAt);
  const others = request.alongside ?? [];
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  // the admin who reads a list of what to approve knows what it waits for
  const isSaid = !(showUser && request.status === 'awaiting_approval');
  return (
    <article className={classes.row}>
      {leading ? <div className={classes.leading}>{leading}</div> : null}
      <Link to="/requests/$requestId" params={{ requestId: request.id }} className={classes.cover} tabIndex={-1} aria-hidden="true">
        <Cover title={book.title} author={authorsOf(book)} src={book.coverUrl} width={72} />
      </Link>
      <div className={classes.words}>
        <Link to="/requests/$requestId" params={{ requestId: request.id }} className={classes.title}>
          <BookTitle book={book} className="two-lines" />
        </Link>
        <span className={classes.meta}>
          {request.type === 'ebook' ? <EbookChip /> : null}
          {book.authors.length > 0 ? (
            <span>
              <AuthorNames authors={book.authors} />
            </span>
          ) : null}
          {toDecide && book.durationMinutes ? <span>{duration(book.durationMinutes)}</span> : null}
          {toDecide && book.releaseDate ? <span>{book.releaseDate.slice(0, 4)}</span> : null}
          <span>
            {showUser ? t('requests.askedBy', { when: asked, name: request.user.displayName }) : t('requests.asked', { when: asked })}
            {others.length > 0 ? (
              <Button
                className={people.more ?? ''}
                size="compact-sm"
                variant="subtle"
                aria-expanded={isOpen}
                aria-controls={listId}
                aria-label={t('requests.together.more', { count: others.length })}
                onClick={() => setOpen(!isOpen)}
              >
                {t('requests.together.plus', { count: others.length })}
              </Button>
            ) : null}
          </span>
        </span>
        {showUser && request.note && !isOpen ? <p className={classes.note}>{t('requests.note', { note: request.note })}</p> : null}
        {reason && isSaid ? (
          <p className={classes.reason}>
            {reason.message}
            {reason.nextAt ? <span className="dim"> {nextTry(reason.nextAt)}</span> : null}
          </p>
        ) : null}
        {reason?.checks ? (
          <details className={checks.fold}>
            <summary>{t('request.checks.show')}</summary>
            <FileChecks checks={reason.checks} />
          </details>
        ) : null}
        {others.length > 0 ? <div id={listId}>{isOpen ? <WaitingPeople request={request} others={others} /> : null}</div> : null}
        {progress && request.group === 'active' ? <ProgressLine progress={progress} label={book.title} /> : null}
      </div>
      <div className={classes.end}>
        {toDecide ? null : (
          <StatusChip status={shownStatus(request)} reason={reason?.code} {...(progress ? { fraction: progress.fraction } : {})} />
        )}
        {actions}
      </div>
    </article>
  );
}
