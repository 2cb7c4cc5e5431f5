import { Link } from '@tanstack/react-router';
import { ActionButton } from '../../../components/controls/action-button.js';
import { useDismissSeries } from '../../../api/queries/library-queries.js';
import type { SeriesGap } from '../../../api/types.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { MissingButton } from '../../../components/follow/missing-button.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { joinFacts, labelled } from '../../../i18n/join-names.js';
import classes from './series-gaps.module.css';

/** Setting series aside and listing them again, each with an undo in its message. */
function useSetAside() {
  const { t } = useI18n();
  const errorText = useErrorText();
  const { mutateAsync, isPending } = useDismissSeries();
  const set = async (id: string, dismissed: boolean): Promise<boolean> => {
    try {
      await mutateAsync({ id, dismissed });
      return true;
    } catch (error) {
      toast.problem(t('action.failed', { message: errorText(error) }));
      return false;
    }
  };
  const setAside = async ({ seriesId, name }: SeriesGap, dismissed: boolean, onDone: () => void) => {
    if (!(await set(seriesId, dismissed))) return;
    toast.undoable(
      t(dismissed ? 'library.gaps.dismissed' : 'library.gaps.restored', { name }),
      t('library.undo'),
      () => void set(seriesId, !dismissed),
    );
    onDone();
  };
  return { setAside, busy: isPending };
}

function MissingParts({ series }: { series: SeriesGap }) {
  const { t } = useI18n();
  const { parts, missing, name } = series;
  if (parts.length === 0) return null;
  return (
    <ul className={classes.parts} aria-label={t('library.gaps.parts', { name })}>
      {parts.map(({ asin, title, part, requested }) => (
        <li key={asin}>
          {part === undefined ? null : <span className={classes.number}>{part}</span>}
          <bdi>{title}</bdi>
          {requested ? <span className="dim"> · {t('library.gaps.part.requested')}</span> : null}
        </li>
      ))}
      {missing > parts.length ? <li className="dim">{t('library.gaps.more', { count: missing - parts.length })}</li> : null}
    </ul>
  );
}

/** A series with what it lacks. @param onDone called when it leaves the list */
export function SeriesGapLine({ series, onDone }: { series: SeriesGap; onDone: () => void }) {
  const { t, relative, dateTime } = useI18n();
  const { setAside, busy } = useSetAside();
  const { seriesId, name, owned, missing, upcoming, requested, walkedAt, dismissedAt } = series;
  const counts = [
    t('series.count.available', { count: owned }),
    t('series.count.missing', { count: missing }),
    requested > 0 ? t('library.gaps.requested', { count: requested }) : '',
    upcoming > 0 ? t('series.count.upcoming', { count: upcoming }) : '',
  ];
  const label = t(dismissedAt === null ? 'library.gaps.dismiss' : 'library.gaps.restore');
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <Link to="/series/$seriesId" params={{ seriesId }} className={`plain-link ${classes.name}`}>
          {name}
        </Link>
        <span className="dim small">{joinFacts(counts.filter(Boolean))}</span>
      </div>
      <MissingParts series={series} />
      <div className={classes.actions}>
        {dismissedAt === null ? <MissingButton seriesId={seriesId} count={missing - requested} of={name} /> : null}
        <ActionButton
          variant="default"
          loading={busy}
          onClick={() => void setAside(series, dismissedAt === null, onDone)}
          aria-label={labelled(label, name)}
        >
          {label}
        </ActionButton>
      </div>
      {walkedAt === null ? null : (
        <time className="dim small" dateTime={walkedAt} title={dateTime(walkedAt)}>
          {t('library.gaps.walked', { when: relative(walkedAt) })}
        </time>
      )}
    </li>
  );
}
