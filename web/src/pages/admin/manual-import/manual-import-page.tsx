import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { isApiError } from '../../../api/api-error.js';
import { importPreviewQuery, useManualImport, type NamedFiles } from '../../../api/queries/manual-import-queries.js';
import { useRequestAction } from '../../../api/queries/request-queries.js';
import { useMe } from '../../../api/queries/session-queries.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { Section } from '../../../components/page/section.js';
import type { ImportPreview as Preview } from '../../../api/types.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { FolderField } from '../folder-field.js';
import { ChooseBook, RequestedBook, type BookChoice } from './chosen-book.js';
import { ImportPreview } from './import-preview.js';
import classes from './manual-import.module.css';

interface StartProps {
  preview: Preview;
  files: NamedFiles;
  owner: string;
}

/** The choices that are left once the files were looked at, and the beginning of the import. */
function Start({ preview, files, owner }: StartProps) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const toBook = useManualImport();
  const toRequest = useRequestAction();
  const [isCleaned, setCleaned] = useState(false);
  const [isAccepted, setAccepted] = useState(false);
  const { requestId, ...book } = files;
  const isDoubtful = preview.verdict === 'suspect' || preview.verdict === 'broken';
  const wish = { path: preview.path, ...(isCleaned ? { cleanupSource: true } : {}), ...(isAccepted ? { acceptSuspect: true } : {}) };
  const outcome = {
    onSuccess: ({ request }: { request: { id: string } }) => {
      toast.done(t('manual.started'));
      void navigate({ to: '/requests/$requestId', params: { requestId: request.id } });
    },
    onError: (error: unknown) => toast.problem(errorText(error)),
  };
  const start = () =>
    requestId === undefined
      ? toBook.mutate({ ...book, ...wish, userId: owner }, outcome)
      : toRequest.mutate({ id: requestId, action: 'manual_import', files: wish }, outcome);
  return (
    <div className={classes.start}>
      <Checkbox
        label={t('manual.cleanup')}
        description={preview.heldBy ? t('manual.cleanup.held', { client: preview.heldBy }) : t('manual.cleanup.help')}
        disabled={preview.heldBy !== undefined}
        checked={isCleaned}
        onChange={(event) => setCleaned(event.currentTarget.checked)}
      />
      {isDoubtful ? (
        <Checkbox
          label={t('manual.accept')}
          description={t('manual.accept.help')}
          checked={isAccepted}
          onChange={(event) => setAccepted(event.currentTarget.checked)}
        />
      ) : null}
      <ActionButton loading={toBook.isPending || toRequest.isPending} disabled={isDoubtful && !isAccepted} onClick={start}>
        {t('manual.start')}
      </ActionButton>
    </div>
  );
}

/** What the server refuses to import from. Asking again without another folder changes nothing. */
const REFUSALS: readonly string[] = ['path_not_absolute', 'path_no_access', 'path_not_found', 'unfit_source'];

/** Why nothing came of looking at the files. */
function Fault({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const errorText = useErrorText();
  if (!isApiError(error) || !REFUSALS.includes(error.code)) return <ErrorState error={error} onRetry={onRetry} compact />;
  return (
    <div className={classes.verdict} data-verdict="unusable" role="alert">
      <IconAlertTriangle size={22} stroke={1.8} aria-hidden="true" />
      <div>{errorText(error)}</div>
    </div>
  );
}

/** Importing files that are on the server: which, as which book, for whom; what would happen; and the beginning. */
export function ManualImportPage() {
  const { t } = useI18n();
  const me = useMe();
  const { request: requestId } = useSearch({ from: '/shell/admin/library/import' });
  const [path, setPath] = useState('');
  const [choice, setChoice] = useState<BookChoice>({ book: null, type: 'audiobook', owner: me.id });
  const [looked, setLooked] = useState<NamedFiles>();
  const { data, error, isFetching, refetch } = useQuery(importPreviewQuery(looked));
  const { book, type } = choice;
  const target = requestId === undefined ? (book ? { asin: book.asin, region: book.region, type } : undefined) : { requestId };
  const named = target && path.trim() !== '' ? { ...target, path: path.trim() } : undefined;
  // what was looked at counts only as long as nobody has chosen anything else
  const isCurrent = looked !== undefined && JSON.stringify(looked) === JSON.stringify(named);
  const look = () => (isCurrent ? void refetch() : setLooked(named));
  return (
    <>
      <PageHeader title={t('manual.title')} lead={t('manual.lead')} />
      <div className={classes.form}>
        <Section title={t('manual.files')}>
          <FolderField label={t('manual.path')} help={t('manual.path.help')} value={path} files onChange={setPath} />
        </Section>
        <Section title={t('manual.book')}>
          {requestId === undefined ? <ChooseBook choice={choice} onChange={setChoice} /> : <RequestedBook requestId={requestId} />}
        </Section>
        <div className={classes.check}>
          <ActionButton variant={isCurrent && data ? 'default' : 'filled'} loading={isFetching} disabled={!named} onClick={look}>
            {t(isCurrent && data ? 'manual.lookAgain' : 'manual.look')}
          </ActionButton>
          {isFetching ? (
            <p className="dim small" role="status">
              {t('manual.looking')}
            </p>
          ) : null}
        </div>
        {isCurrent && error && !isFetching ? <Fault error={error} onRetry={() => void refetch()} /> : null}
        {isCurrent && data && !error && !isFetching ? (
          <Section title={t('manual.result')}>
            <ImportPreview preview={data} />
            {data.verdict === 'unusable' ? null : <Start preview={data} files={looked} owner={choice.owner} />}
          </Section>
        ) : null}
      </div>
    </>
  );
}
