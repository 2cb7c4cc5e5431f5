import { useAcceptTaken, useCancelTakeIn, useUndoTaken } from '../../../api/queries/take-in-queries.js';
import type { TakeIn } from '../../../api/types.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { ProgressBar } from '../../../components/status/progress-bar.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import cards from '../renames/renames.module.css';
import classes from './take-in.module.css';

export function isUnderWay({ state }: Pick<TakeIn, 'state'>): boolean {
  return state === 'looking' || state === 'reading';
}

function Progress({ run, label }: { run: TakeIn; label: string }) {
  const { t, number, percent } = useI18n();
  const { done, total } = run;
  return (
    <div className={cards.progress}>
      <ProgressBar label={label} value={done} max={Math.max(1, total)} text={percent(total === 0 ? 0 : done / total)} />
      <span className="small dim tabular">{t('takeIn.progress', { done: number(done), total: number(total) })}</span>
    </div>
  );
}

/** What was passed over, with some names. */
function Notes({ notes }: Pick<TakeIn, 'notes'>) {
  const { t, number } = useI18n();
  if (notes.length === 0) return null;
  return (
    <details className={`${classes.notes} small`}>
      <summary>{t('takeIn.notes', { count: number(notes.reduce((sum, { count }) => sum + count, 0)) })}</summary>
      <ul>
        {notes.map(({ kind, count, examples }) => (
          <li key={kind}>
            {t(`takeIn.note.${kind}`)} ({number(count)}): <span className="dim">{examples.join(', ')}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Actions({ run }: { run: TakeIn }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const cancel = useCancelTakeIn();
  const accept = useAcceptTaken(run.id);
  const undo = useUndoTaken(run.id);
  const onError = (error: Error) => toast.problem(t('action.failed', { message: errorText(error) }));
  const left = run.books.find(({ state }) => state === 'left')?.count ?? 0;
  return (
    <div className={cards.actions}>
      {run.open.certain > 0 ? (
        <ActionButton loading={accept.isPending} onClick={() => accept.mutate({ confidences: ['certain'] }, { onError })}>
          {t('takeIn.acceptAll', { count: run.open.certain })}
        </ActionButton>
      ) : null}
      {run.open.likely > 0 ? (
        <ActionButton variant="default" loading={accept.isPending} onClick={() => accept.mutate({ confidences: ['likely'] }, { onError })}>
          {t('takeIn.acceptLikely', { count: run.open.likely })}
        </ActionButton>
      ) : null}
      {left > 0 ? (
        <ActionButton variant="default" loading={undo.isPending} onClick={() => undo.mutate(undefined, { onError })}>
          {t('takeIn.undoAll')}
        </ActionButton>
      ) : null}
      {isUnderWay(run) ? (
        <ActionButton
          variant="default"
          loading={cancel.isPending}
          blocked={run.stopping}
          onClick={() => cancel.mutate(run.id, { onError })}
        >
          {t('takeIn.cancel')}
        </ActionButton>
      ) : null}
    </div>
  );
}

/** The take-in: how far it is, what was passed over, and what can be accepted together. */
export function TakeInCard({ run }: { run: TakeIn }) {
  const { t, relative, dateTime } = useI18n();
  const { state, done, stopping, fault, reason, createdAt, createdBy, books } = run;
  const headline = t(isUnderWay(run) && stopping ? 'takeIn.headline.stopping' : `takeIn.headline.${state}`, { count: done });
  const count = (of: string) => books.find((entry) => entry.state === of)?.count ?? 0;
  const facts = [
    ...(count('left') > 0 ? [t('takeIn.taken', { count: count('left') })] : []),
    ...(count('known') > 0 ? [t('takeIn.known', { count: count('known') })] : []),
  ];
  return (
    <section className={cards.card} aria-labelledby="take-in-headline">
      <p role="status" className="visually-hidden">
        {headline}
      </p>
      <h2 id="take-in-headline" className={cards.headline}>
        {headline}
      </h2>
      <p className={classes.path}>{run.root}</p>
      {isUnderWay(run) ? <Progress run={run} label={headline} /> : null}
      {reason === null ? null : <p>{t('takeIn.silent')}</p>}
      {fault === null ? null : <p className={cards.fault}>{fault}</p>}
      {facts.length > 0 ? <p>{facts.join(' · ')}</p> : null}
      <Notes notes={run.notes} />
      <p className="small dim">
        <time dateTime={createdAt} title={dateTime(createdAt)}>
          {t('takeIn.begun', { name: createdBy, when: relative(createdAt) })}
        </time>
      </p>
      <Actions run={run} />
    </section>
  );
}
