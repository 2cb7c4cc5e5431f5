import { useInfiniteQuery } from '@tanstack/react-query';
import { takenFilingQuery, useAcceptTaken, type FilingChoice } from '../../../api/queries/take-in-queries.js';
import type { TakenBookFiling } from '../../../api/types.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { Dialog } from '../../../components/feedback/dialog.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { NextPageFault } from '../../../components/page/next-page-fault.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { PathPair } from '../renames/path-change.js';
import classes from './take-in.module.css';

/** Where one book goes, or why it stays. */
function Filing({ filing }: { filing: TakenBookFiling }) {
  const { t } = useI18n();
  const { title, from, to, files, reason, isThere } = filing;
  return (
    <li className={classes.filing}>
      <p className={classes.guess}>{title}</p>
      <PathPair from={from} to={to ?? ''} isMoved={false} />
      {reason === null ? null : <p className={classes.stays}>{t('takeIn.file.stays', { reason })}</p>}
      {isThere ? <p className="small dim">{t('takeIn.file.there')}</p> : null}
      {files.length > 0 ? (
        <details className="small">
          <summary>{t('takeIn.file.names', { count: files.length })}</summary>
          <ul className={classes.names}>
            {files.map((file) => (
              <li key={file.from}>
                <PathPair {...file} isMoved={false} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </li>
  );
}

/** Shows the old and the new places of books, and files them. */
export function FilingDialog({ takeInId, choice, onClose }: { takeInId: string; choice: FilingChoice; onClose: () => void }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const found = useInfiniteQuery(takenFilingQuery(takeInId, choice));
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = found;
  const accept = useAcceptTaken(takeInId);
  const filings = data?.pages.flatMap(({ items }) => items) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  const which = 'bookId' in choice ? { ids: [choice.bookId] } : { confidences: [choice.confidence] };
  const file = () =>
    accept.mutate(
      { ...which, how: 'file' },
      { onSuccess: onClose, onError: (failure: Error) => toast.problem(t('action.failed', { message: errorText(failure) })) },
    );
  return (
    <Dialog title={t('takeIn.file.title')} onClose={onClose}>
      <p className="small dim">{t('takeIn.file.lead')}</p>
      {!data && error ? <ErrorState error={error} onRetry={() => void refetch()} compact /> : null}
      {!data && !error ? <LoadingBlock height={180} /> : null}
      {data && total === 0 ? <p className="dim">{t('takeIn.file.none')}</p> : null}
      <ul className={classes.filings}>
        {filings.map((filing) => (
          <Filing key={filing.id} filing={filing} />
        ))}
      </ul>
      <NextPageFault found={found} />
      {hasNextPage ? (
        <ActionButton variant="subtle" fullWidth mb="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('takeIn.file.more')}
        </ActionButton>
      ) : null}
      {total > 0 ? (
        <ActionButton
          loading={accept.isPending}
          blocked={filings.length === total && filings.every(({ reason }) => reason !== null)}
          onClick={file}
        >
          {t('takeIn.file.do', { count: total })}
        </ActionButton>
      ) : null}
    </Dialog>
  );
}
