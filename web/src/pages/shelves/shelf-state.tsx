import { Loader } from '@mantine/core';
import type { Shelf } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { joinFacts, withStop } from '../../i18n/join-names.js';
import classes from './shelves.module.css';

/** The state of a shelf's sync: running, in trouble, or when it was last done. */
export function ShelfState({ shelf }: { shelf: Shelf }) {
  const { t, relative, upcoming } = useI18n();
  const { sync, error, lastResult, syncedAt, paused } = shelf;
  const times = [
    syncedAt ? t('shelves.synced', { when: relative(syncedAt) }) : t('shelves.never'),
    sync.nextAt ? t('shelves.next', { when: upcoming(sync.nextAt) }) : '',
  ].filter(Boolean);
  return (
    <>
      {sync.state !== 'idle' ? (
        <div className={classes.running} role="status">
          <Loader size={16} aria-hidden="true" />
          <span>
            {t(sync.state === 'running' ? 'shelves.sync.running' : 'shelves.sync.queued')}
            {sync.progress?.message ? <span className="dim tabular"> {sync.progress.message}</span> : null}
          </span>
        </div>
      ) : null}
      {error ? (
        <p className={classes.problem} role="alert">
          {error.message} {paused ? `${t('shelves.paused')} ` : null}
          <time dateTime={error.at}>{relative(error.at)}</time>
        </p>
      ) : null}
      <p className={classes.note}>{[withStop(joinFacts(times)), lastResult?.message ?? ''].filter((part) => part !== '').join(' ')}</p>
    </>
  );
}
