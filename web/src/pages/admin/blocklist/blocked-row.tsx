import { Link } from '@tanstack/react-router';
import { useLiftBlock } from '../../../api/queries/blocklist-queries.js';
import type { BlockedRelease } from '../../../api/types.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from './blocklist.module.css';

/** A blocked release: for which book, why, since when and by whom. */
export function BlockedRow({ blocked }: { blocked: BlockedRelease }) {
  const { t, relative, dateTime } = useI18n();
  const errorText = useErrorText();
  const lift = useLiftBlock();
  const { id, asin, book, title, indexer, reason, blockedBy, createdAt, liftedAt } = blocked;
  const act = liftedAt === null ? 'unblock' : 'block';
  const since = relative(createdAt);

  function run(what: 'block' | 'unblock'): void {
    lift.mutate(
      { id, act: what },
      {
        onSuccess: () => {
          if (what === 'block') toast.done(t('blocklist.done.block'));
          else toast.undoable(t('blocklist.done.unblock'), t('library.undo'), () => run('block'));
        },
        onError: (error) => toast.problem(errorText(error)),
      },
    );
  }

  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <code className={classes.release}>{title}</code>
        <span className="dim small">
          {asin === null ? (
            t('blocklist.everyBook')
          ) : (
            <Link to="/book/$asin" params={{ asin }}>
              {book ?? asin}
            </Link>
          )}
          {` · ${indexer}`}
        </span>
        <span>{reason}</span>
        <time className="dim small" dateTime={createdAt} title={dateTime(createdAt)}>
          {blockedBy === null ? t('blocklist.byServer', { when: since }) : t('blocklist.by', { when: since, name: blockedBy })}
          {liftedAt === null ? null : ` · ${t('blocklist.lifted', { when: relative(liftedAt) })}`}
        </time>
      </div>
      <ActionButton
        variant="default"
        size="xs"
        loading={lift.isPending}
        aria-label={t(`blocklist.act.${act}.of`, { release: title })}
        onClick={() => run(act)}
      >
        {t(`blocklist.act.${act}`)}
      </ActionButton>
    </li>
  );
}
