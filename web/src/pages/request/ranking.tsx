import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { candidatesQuery } from '../../api/queries/request-queries.js';
import type { Candidate, RequestDetail, SearchRun } from '../../api/types.js';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { StatePanel } from '../../components/feedback/state-panel.js';
import { useAct } from '../../components/request/use-act.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { CandidateRow } from './candidate-row.js';
import classes from './ranking.module.css';

function Sources({ search }: { search: SearchRun }) {
  const { t, relative, list, remaining } = useI18n();
  const outcome = (source: SearchRun['sources'][number]): string => {
    if (source.status === 'ok') return t('ranking.source.ok', { count: source.found ?? 0 });
    if (source.status === 'failed') return t('ranking.source.failed', { error: source.error ?? t('common.unknown') });
    if (source.status === 'throttled') return t('ranking.source.throttled', { time: remaining((source.retryAfterMs ?? 60_000) / 1000) });
    return t('ranking.source.empty');
  };
  return (
    <div className={classes.searched}>
      <p className="dim small">
        {t('ranking.searched', { when: relative(search.startedAt), queries: list(search.queries.map((query) => `“${query}”`)) })}
      </p>
      <ul className={classes.sources} aria-label={t('ranking.sources')}>
        {search.sources.map((source) => (
          <li key={source.id} data-status={source.status}>
            <strong>{source.name}</strong> <span className="dim">{source.integrationName}</span> {outcome(source)}
          </li>
        ))}
      </ul>
      {search.status === 'running' ? <p role="status">{t('ranking.running')}</p> : null}
    </div>
  );
}

/** Every candidate with its gates and its score, so that nobody has to guess. */
export function Ranking({ request }: { request: RequestDetail }) {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(candidatesQuery(request.id));
  const { busy, act } = useAct();
  const [overriding, setOverriding] = useState<Candidate | null>(null);

  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} compact /> : <Skeleton height={120} />;
  if (!data.search && data.candidates.length === 0) return <StatePanel icon={IconSearch} title={t('ranking.none')} compact />;
  const selectable = request.actions.includes('select');
  const select = (candidate: Candidate) => {
    if (candidate.passed) act(request.id, { action: 'select', candidateId: candidate.id });
    else setOverriding(candidate);
  };

  return (
    <>
      {data.search ? <Sources search={data.search} /> : null}
      {data.candidates.length === 0 && data.search?.status === 'done' ? <p>{t('ranking.noneFound')}</p> : null}
      <ol className={classes.candidates}>
        {data.candidates.map((candidate, index) => (
          <CandidateRow
            key={candidate.id}
            candidate={candidate}
            startOpen={candidate.picked || (index === 0 && data.candidates.length <= 2)}
            onSelect={selectable && !candidate.picked ? () => select(candidate) : undefined}
            busy={busy !== null}
          />
        ))}
      </ol>
      {overriding ? (
        <ConfirmDialog
          title={t('ranking.override.title')}
          confirm={t('ranking.selectAnyway')}
          onClose={() => setOverriding(null)}
          onConfirm={() => {
            act(request.id, { action: 'select', candidateId: overriding.id, overrideGates: true });
            setOverriding(null);
          }}
        >
          {t('ranking.override.body', {
            reasons: overriding.gates
              .filter((gate) => !gate.passed)
              .map((gate) => `${gate.reason.replace(/\.$/, '')}.`)
              .join(' '),
          })}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
