import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { IconBooks } from '@tabler/icons-react';
import { useState } from 'react';
import { ActionButton } from '../../components/controls/action-button.js';
import { shelfBooksQuery } from '../../api/queries/shelf-queries.js';
import { SHELF_OUTCOMES } from '../../api/shelf-outcomes.js';
import type { Shelf, ShelfBook, ShelfOutcome } from '../../api/types.js';
import { Joined } from '../../components/book/joined.js';
import { AuthorNames } from '../../components/book/names.js';
import { useIgnoreBook } from '../../components/book/use-ignore-book.js';
import { Cover } from '../../components/cover/cover.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { LoadingBlock } from '../../components/feedback/loading-block.js';
import { StatePanel } from '../../components/feedback/state-panel.js';
import { Pager } from '../../components/page/pager.js';
import { Chip } from '../../components/status/chip.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { labelled } from '../../i18n/join-names.js';
import { CorrectBook } from './correct-book.js';
import { OUTCOME_LOOK } from './outcome-look.js';
import classes from './shelves.module.css';

const HELP: Partial<
  Record<ShelfOutcome, 'shelves.help.not_matched' | 'shelves.help.ambiguous' | 'shelves.help.waiting' | 'shelves.help.removed'>
> = {
  not_matched: 'shelves.help.not_matched',
  ambiguous: 'shelves.help.ambiguous',
  waiting: 'shelves.help.waiting',
  removed: 'shelves.help.removed',
};

/** Outcomes that a sync may still turn into requests. */
const OPEN: readonly ShelfOutcome[] = ['waiting', 'found', 'left_out', 'refused'];

/** The ignore list may have changed since the sync that found the outcome. */
function outcomeNow({ removedAt, outcome, ignored }: ShelfBook): ShelfOutcome {
  if (removedAt) return 'removed';
  if (outcome === 'ignored') return ignored ? 'ignored' : 'waiting';
  return ignored && OPEN.includes(outcome) ? 'ignored' : outcome;
}

function IgnoreButton({ asin, title, ignored }: { asin: string; title: string; ignored: boolean }) {
  const { t } = useI18n();
  const { ignore, stop, busy } = useIgnoreBook();
  const label = t(ignored ? 'ignore.stop' : 'ignore.ignore');
  return (
    <ActionButton
      size="compact-sm"
      variant="subtle"
      color="gray"
      loading={busy}
      onClick={() => void (ignored ? stop : ignore)(asin, title)}
      aria-label={labelled(label, title)}
    >
      {label}
    </ActionButton>
  );
}

function CorrectButton({ shelfId, book }: { shelfId: string; book: ShelfBook }) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const label = t(book.correctedBy ? 'shelves.mapping.corrected' : book.asin ? 'shelves.mapping.wrong' : 'shelves.mapping.open');
  return (
    <>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setOpen(true)} aria-label={labelled(label, book.title)}>
        {label}
      </Button>
      {isOpen ? <CorrectBook shelfId={shelfId} book={book} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function BookLine({ shelfId, book }: { shelfId: string; book: ShelfBook }) {
  const { t, relative } = useI18n();
  const outcome = outcomeNow(book);
  const { icon, tone } = OUTCOME_LOOK[outcome];
  const isLost = outcome === 'not_matched' || outcome === 'ambiguous';
  const notes = [
    book.author ? <AuthorNames authors={[{ name: book.author }]} /> : null,
    book.isNew ? t('shelves.new.mark') : '',
    book.removedAt ? t('shelves.removedAt', { when: relative(book.removedAt) }) : '',
  ];
  return (
    <div className={classes.book}>
      <span className={classes.cover}>
        <Cover title={book.title} author={book.author} src={book.coverUrl} width={48} />
      </span>
      <div className={classes.bookText}>
        <strong>
          {book.asin ? (
            <Link to="/book/$asin" params={{ asin: book.asin }} className="plain-link">
              <bdi>{book.title}</bdi>
            </Link>
          ) : (
            book.title
          )}
        </strong>
        <span className="dim small">
          <Joined>{notes}</Joined>
        </span>
        {book.reason ? (
          <span className="dim small">
            <bdi>{book.reason}</bdi>
          </span>
        ) : null}
      </div>
      <Chip icon={icon} tone={tone}>
        {t(`shelves.outcome.${outcome}`)}
      </Chip>
      {book.request ? (
        <Link
          to="/requests/$requestId"
          params={{ requestId: book.request.id }}
          className="small"
          aria-label={labelled(t('shelves.request'), book.title)}
        >
          {t('shelves.request')}
        </Link>
      ) : null}
      {book.asin && !book.removedAt && (book.ignored || OPEN.includes(outcome)) ? (
        <IgnoreButton asin={book.asin} title={book.title} ignored={book.ignored} />
      ) : null}
      {!book.removedAt && (book.asin || isLost || book.correctedBy) ? <CorrectButton shelfId={shelfId} book={book} /> : null}
      {isLost ? (
        <Link
          to="/search"
          search={{ q: `${book.title} ${book.author}`.trim() }}
          className="small"
          aria-label={labelled(t('shelves.search'), book.title)}
        >
          {t('shelves.search')}
        </Link>
      ) : null}
    </div>
  );
}

/** Books of a shelf, by outcome; the filter is part of the address. */
export function ShelfBooks({ shelf }: { shelf: Shelf }) {
  const { t, number } = useI18n();
  const navigate = useNavigate();
  const { outcome, page = 1 } = useSearch({ from: '/shell/shelves/$shelfId' });
  const { data, error, refetch } = useQuery(shelfBooksQuery(shelf.id, outcome, page));
  const show = (next: { outcome?: ShelfOutcome | undefined; page?: number | undefined }) => void navigate({ to: '.', search: next });
  const present = SHELF_OUTCOMES.filter((one) => (shelf.counts[one] ?? 0) > 0 || one === outcome);
  const options = [
    { value: '', label: t('common.all') },
    ...present.map((one) => ({ value: one, label: `${t(`shelves.outcome.${one}`)} (${number(shelf.counts[one] ?? 0)})` })),
  ];
  const help = outcome ? HELP[outcome] : undefined;
  return (
    <>
      <Select
        aria-label={t('shelves.filter')}
        w={280}
        maw="100%"
        data={options}
        value={outcome ?? ''}
        allowDeselect={false}
        onChange={(value) => show({ outcome: SHELF_OUTCOMES.find((one) => one === value) })}
      />
      {help ? (
        <p className={classes.note} style={{ marginBlock: 12 }}>
          {t(help)}
        </p>
      ) : null}
      {data ? (
        data.items.length > 0 ? (
          <>
            {data.items.map((book) => (
              <BookLine key={book.bookId} shelfId={shelf.id} book={book} />
            ))}
            <Pager page={data.page} limit={data.limit} total={data.total} onPage={(next) => show({ outcome, page: next })} />
          </>
        ) : (
          <StatePanel icon={IconBooks} title={t('shelves.none')} compact />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} compact />
      ) : (
        <LoadingBlock height={240} mt="md" />
      )}
    </>
  );
}
