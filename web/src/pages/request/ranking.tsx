import { useQuery } from '@tanstack/react-query';
import { IconSearch } from '@tabler/icons-react';
import { candidatesQuery } from '../../api/queries/request-queries.js';
import type { RequestDetail } from '../../api/types.js';
import { CandidateRow } from '../../components/candidates/candidate-row.js';
import { SearchSources } from '../../components/candidates/search-sources.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { LoadingBlock } from '../../components/feedback/loading-block.js';
import { StatePanel } from '../../components/feedback/state-panel.js';
import classes from '../../components/candidates/candidates.module.css';
import { useChooseRelease } from '../../components/request/use-choose-release.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { quoted } from '../../i18n/quoted.js';

/** Every candidate with its gates and its score, so that nobody has to guess. */
export function Ranking({ request }: { request: RequestDetail }) {
  const { t, relative, list } = useI18n();
  const { data, error, refetch } = useQuery(candidatesQuery(request.id));
  const { busy, choose, question } = useChooseRelease(request);

  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} compact /> : <LoadingBlock height={120} />;
  if (!data.search && data.candidates.length === 0) return <StatePanel icon={IconSearch} title={t('ranking.none')} compact />;
  const selectable = request.actions.includes('select');

  return (
    <>
      {data.search && data.search.queries.length > 0 ? (
        <SearchSources
          sources={data.search.sources}
          told={t('ranking.searched', {
            when: relative(data.search.startedAt),
            queries: list(data.search.queries.map(quoted)),
          })}
        >
          {data.search.status === 'running' ? <p role="status">{t('ranking.running')}</p> : null}
        </SearchSources>
      ) : null}
      {data.candidates.length === 0 && data.search?.status === 'done' ? <p>{t('ranking.noneFound')}</p> : null}
      <ol className={classes.candidates}>
        {data.candidates.map((candidate, index) => (
          <CandidateRow
            key={candidate.id}
            candidate={candidate}
            startOpen={candidate.picked || (index === 0 && data.candidates.length <= 2)}
            onSelect={selectable && !candidate.picked ? () => choose(candidate) : undefined}
            busy={busy}
          />
        ))}
      </ol>
      {question}
    </>
  );
}
