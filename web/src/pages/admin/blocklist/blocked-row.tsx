import { Link } from '@tanstack/react-router';
import { useLiftBlock } from '../../../api/queries/blocklist-queries.js';
import type { BlockedRelease } from '../../../api/types.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import rows from '../../../components/page/item-rows.module.css';
import classes from './blocklist.module.css';

/** Allowing releases and blocking them again; allowing has an undo in its message, which outlives the row. */
function useLift() {
  const { t } = useI18n();
  const errorText = useErrorText();
  const { mutateAsync, isPending } = useLiftBlock();
  const set = async (id: string, act: 'block' | 'unblock'): Promise<boolean> => {
    try {
      await mutateAsync({ id, act });
      return true;
    } catch (error) {
      toast.problem(t('action.failed', { message: errorText(error) }));
      return false;
    }
  };
  const block = async (id: string): Promise<boolean> => {
    const isBlocked = await set(id, 'block');
    if (isBlocked) toast.done(t('blocklist.done.block'));
    return isBlocked;
  };
  const unblock = async (id: string): Promise<boolean> => {
    const isAllowed = await set(id, 'unblock');
    if (isAllowed) toast.undoable(t('blocklist.done.unblock'), t('library.undo'), () => void block(id));
    return isAllowed;
  };
  return { acts: { block, unblock }, busy: isPending };
}

/** A blocked release: for which book, why, since when and by whom. @param onDone called when it leaves the list */
export function BlockedRow({ blocked, onDone }: { blocked: BlockedRelease; onDone: () => void }) {
  const { t, relative, dateTime } = useI18n();
  const { acts, busy } = useLift();
  const { id, asin, book, title, indexer, reason, blockedBy, createdAt, liftedAt } = blocked;
  const act = liftedAt === null ? 'unblock' : 'block';
  const since = relative(createdAt);

  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <code className={classes.release}>
          <bdi>{title}</bdi>
        </code>
        <span className="dim small">
          {asin === null ? (
            t('blocklist.everyBook')
          ) : (
            <Link to="/book/$asin" params={{ asin }}>
              <bdi>{book ?? asin}</bdi>
            </Link>
          )}
          {' · '}
          <bdi>{indexer}</bdi>
        </span>
        <span>
          <bdi>{reason}</bdi>
        </span>
        <time className="dim small" dateTime={createdAt} title={dateTime(createdAt)}>
          {blockedBy === null ? t('blocklist.byServer', { when: since }) : t('blocklist.by', { when: since, name: blockedBy })}
          {liftedAt === null ? null : ` · ${t('blocklist.lifted', { when: relative(liftedAt) })}`}
        </time>
      </div>
      <ActionButton
        variant="default"
        size="xs"
        loading={busy}
        aria-label={t(`blocklist.act.${act}.of`, { release: title })}
        onClick={() => void acts[act](id).then((isDone) => (isDone ? onDone() : undefined))}
      >
        {t(`blocklist.act.${act}`)}
      </ActionButton>
    </li>
  );
}
