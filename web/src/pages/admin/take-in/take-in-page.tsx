import { SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { CONFIDENCES, takeInQuery, useStartTakeIn } from '../../../api/queries/take-in-queries.js';
import type { Confidence, TakeIn } from '../../../api/types.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { FolderField } from '../folder-field.js';
import { isUnderWay, TakeInCard } from './take-in-card.js';
import classes from './take-in.module.css';
import { TakenRows } from './taken-rows.js';

function Start() {
  const { t } = useI18n();
  const errorText = useErrorText();
  const { mutate, isPending, error } = useStartTakeIn();
  const [path, setPath] = useState('');
  return (
    <form
      className={classes.start}
      onSubmit={(event) => {
        event.preventDefault();
        if (path.trim() !== '') mutate(path.trim());
      }}
    >
      <FolderField
        label={t('takeIn.folder')}
        help={t('takeIn.folder.help')}
        value={path}
        error={error ? errorText(error) : undefined}
        required
        onChange={setPath}
      />
      <ActionButton type="submit" loading={isPending}>
        {t('takeIn.start')}
      </ActionButton>
    </form>
  );
}

function Books({ run }: { run: TakeIn }) {
  const { t, number } = useI18n();
  const navigate = useNavigate();
  const { confidence } = useSearch({ from: '/shell/admin/library/take-in' });
  const show = (value: string) => {
    const chosen = CONFIDENCES.find((one) => one === value);
    void navigate({ to: '/admin/library/take-in', search: chosen ? { confidence: chosen } : {}, replace: true, resetScroll: false });
  };
  const label = (one: Confidence) => `${t(`takeIn.confidence.${one}`)} (${number(run.open[one])})`;
  return (
    <>
      <SegmentedControl
        mt="md"
        aria-label={t('takeIn.filter')}
        value={confidence ?? 'all'}
        data={[{ value: 'all', label: t('common.all') }, ...CONFIDENCES.map((value) => ({ value, label: label(value) }))]}
        onChange={show}
        style={{ maxInlineSize: '100%', overflowX: 'auto' }}
      />
      <TakenRows takeInId={run.id} confidence={confidence} />
    </>
  );
}

/** Taking in the audiobooks of a folder: what was found, how sure each guess is, and what is done about it. */
export function TakeInPage() {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(takeInQuery);
  const run = data?.items[0];
  return (
    <>
      <PageHeader title={t('takeIn.title')} lead={t('takeIn.lead')} />
      {data ? (
        <>
          {run && isUnderWay(run) ? null : <Start />}
          {run ? (
            <>
              <TakeInCard run={run} />
              <Books run={run} />
            </>
          ) : null}
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} role="status" aria-label={t('common.loading')} />
      )}
    </>
  );
}
