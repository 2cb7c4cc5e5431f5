import { useState } from 'react';
import { useBinAct } from '../../../api/queries/bin-queries.js';
import type { BinnedBook } from '../../../api/types.js';
import { briefTitle } from '../../../components/book/book-text.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import rows from '../../../components/page/item-rows.module.css';
import classes from './bin.module.css';

/** Restoring and deleting, each with what came of it. @param onDone called when the book has left the bin */
function useBin(id: string, onDone: () => void) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const { mutate, isPending, variables } = useBinAct();
  const act = (what: 'restore' | 'delete') =>
    mutate(
      { id, act: what },
      {
        onSuccess: (count) => {
          if (what === 'restore' && count === 0) return toast.problem(t('bin.restored.none'));
          toast.done(t(what === 'restore' ? 'bin.restored' : 'bin.deleted', { count }));
          onDone();
        },
        onError: (error) => toast.problem(t('action.failed', { message: errorText(error) })),
      },
    );
  return { act, doing: isPending ? variables.act : undefined };
}

function Actions({ book, onDone }: { book: BinnedBook; onDone: () => void }) {
  const { t, bytes } = useI18n();
  const [isAsking, setAsking] = useState(false);
  const { act, doing } = useBin(book.id, onDone);
  const title = briefTitle(book.title);
  const { busy, there, files: count } = book;
  return (
    <div className={rows.actions}>
      <ActionButton
        variant="default"
        size="xs"
        loading={doing === 'restore'}
        blocked={busy || !there || doing === 'delete'}
        aria-label={t('bin.restore.of', { title })}
        onClick={() => act('restore')}
      >
        {t('bin.restore')}
      </ActionButton>
      <ActionButton
        variant="subtle"
        color="red"
        size="xs"
        loading={doing === 'delete'}
        // files that somebody deleted by hand are taken off the list so; the server refuses while their disk is away
        blocked={busy || doing === 'restore'}
        aria-label={t('bin.delete.of', { title })}
        onClick={() => setAsking(true)}
      >
        {t('bin.delete')}
      </ActionButton>
      {isAsking ? (
        <ConfirmDialog
          title={t('bin.delete.title', { title })}
          confirm={t('bin.delete.confirm', { count })}
          danger
          onConfirm={() => {
            setAsking(false);
            act('delete');
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('bin.delete.body', { count, size: bytes(book.bytes) })}</p>
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

/** A book whose files are in the bin: where they were, since when they are here, and until when. @param onDone called when it leaves the list */
export function BinRow({ book, onDone }: { book: BinnedBook; onDone: () => void }) {
  const { t, bytes, relative, date, dateTime } = useI18n();
  const { title, author, directory, files, bytes: size, binnedAt, binnedBy, until, busy, there } = book;
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <strong className={`serif ${rows.title}`}>
          <bdi>{title}</bdi>
        </strong>
        <span className="dim small">
          <bdi>{author}</bdi>
          {` · ${t('bin.files', { count: files, size: bytes(size) })}`}
        </span>
        <span>
          <span className="dim small">{t('bin.from')}</span> <code className={classes.folder}>{directory}</code>
        </span>
        <span className="dim small">
          <time dateTime={binnedAt} title={dateTime(binnedAt)}>
            {t('bin.since', { when: relative(binnedAt), name: binnedBy })}
          </time>
          {' · '}
          <time dateTime={until} title={dateTime(until)}>
            {t('bin.until', { date: date(until) })}
          </time>
        </span>
        {busy ? <p className="small">{t('bin.busy')}</p> : null}
        {!busy && !there ? <p className="small">{t('bin.away')}</p> : null}
      </div>
      <Actions book={book} onDone={onDone} />
    </li>
  );
}
