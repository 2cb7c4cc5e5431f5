import type { ReactNode } from 'react';
import type { SearchSource } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './candidates.module.css';

interface SearchSourcesProps {
  sources: readonly SearchSource[];
  /** What was searched for. */
  told: string;
  children?: ReactNode;
}

/** What became of each source in a search. */
export function SearchSources({ sources, told, children }: SearchSourcesProps) {
  const { t, remaining } = useI18n();
  const outcome = (source: SearchSource): string => {
    if (source.status === 'ok') return t('ranking.source.ok', { count: source.found ?? 0 });
    if (source.status === 'failed') return t('ranking.source.failed', { error: source.error ?? t('common.unknown') });
    if (source.status === 'throttled') return t('ranking.source.throttled', { time: remaining((source.retryAfterMs ?? 60_000) / 1000) });
    return t('ranking.source.empty');
  };
  return (
    <div className={classes.searched}>
      <p className="dim small">{told}</p>
      <ul className={classes.sources} aria-label={t('ranking.sources')}>
        {sources.map((source) => (
          <li key={`${source.integrationName} ${source.id}`} data-status={source.status}>
            <strong>
              <bdi>{source.name}</bdi>
            </strong>{' '}
            <bdi className="dim">{source.integrationName}</bdi> {outcome(source)}
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}
