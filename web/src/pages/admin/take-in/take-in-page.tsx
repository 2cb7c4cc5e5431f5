import { SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import {
  CONFIDENCES,
  TAKEN_STATES,
  takeInQuery,
  takeInsQuery,
  useStartTakeIn,
  type TakenFilter,
} from '../../../api/queries/take-in-queries.js';
import type { Confidence, TakeIn } from '../../../api/types.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { FolderField } from '../folder-field.js';
import { isUnderWay, TakeInCard } from './take-in-card.js';
import classes from './take-in.module.css';
import { TakeInHistory } from './take-in-history.js';
import { TakenRows } from './taken-rows.js';
import { useIsPhone } from '../../../components/page/use-is-phone.js';

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
  const wanted = useSearch({ from: '/shell/admin/library/take-in' });
  const { confidence, state } = wanted;
  // its five choices do not fit side by side there
  const isPhone = useIsPhone();
  const show = (members: TakenFilter) =>
    void navigate({ to: '/admin/library/take-in', search: { ...wanted, ...members }, replace: true, resetScroll: false });
  // the one that is chosen stays on offer when it has no books any more
  const states = TAKEN_STATES.flatMap((value) => {
    const count = run.books.find((one) => one.state === value)?.count ?? 0;
    return count > 0 || value === state ? [{ value, label: `${t(`takeIn.state.${value}`)} (${number(count)})` }] : [];
  });
  const label = (one: Confidence) => `${t(`takeIn.confidence.${one}`)} (${number(run.open[one])})`;
  const bySureness = {
    'aria-label': t('takeIn.filter'),
    value: confidence ?? 'all',
    data: [{ value: 'all', label: t('common.all') }, ...CONFIDENCES.map((value) => ({ value, label: label(value) }))],
    onChange: (value: string | null) => show({ confidence: CONFIDENCES.find((one) => one === value) }),
  };
  return (
    <>
      <div className={classes.filters}>
        {isPhone ? (
          <Select {...bySureness} allowDeselect={false} />
        ) : (
          <SegmentedControl {...bySureness} style={{ maxInlineSize: '100%', overflowX: 'auto' }} />
        )}
        <Select
          aria-label={t('takeIn.filter.state')}
          placeholder={t('takeIn.filter.state')}
          data={states}
          value={state ?? null}
          onChange={(value) => show({ state: TAKEN_STATES.find((one) => one === value) })}
          clearable
        />
      </div>
      <TakenRows takeInId={run.id} filter={{ confidence, state }} />
    </>
  );
}

/** Taking in the audiobooks of a folder: what was found, how sure each guess is, and what is done about it. */
export function TakeInPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const wanted = useSearch({ from: '/shell/admin/library/take-in' });
  const { run: chosenId, page = 1 } = wanted;
  const newest = useQuery(takeInsQuery(1));
  const chosen = useQuery(takeInQuery(chosenId));
  const last = newest.data?.items[0];
  const run = chosenId === undefined ? last : chosen.data;
  const { error, refetch } = newest.error ? newest : chosen;
  return (
    <>
      <PageHeader title={t('takeIn.title')} lead={t('takeIn.lead')} />
      {newest.data && (run || chosenId === undefined) ? (
        <>
          {last && isUnderWay(last) ? null : <Start />}
          {run ? (
            <>
              <TakeInCard key={run.id} run={run} />
              <Books run={run} />
              <TakeInHistory
                page={page}
                shown={run.id}
                onPage={(next) => void navigate({ to: '/admin/library/take-in', search: { ...wanted, page: next } })}
              />
            </>
          ) : null}
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingBlock height={320} />
      )}
    </>
  );
}
