import { useState } from 'react';
import { useAcceptTaken, useCancelTakeIn, useUndoTaken } from '../../../api/queries/take-in-queries.js';
import type { Confidence, TakeIn } from '../../../api/types.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { ProgressBar } from '../../../components/status/progress-bar.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { joinFacts, joinNames } from '../../../i18n/join-names.js';
import cards from '../renames/renames.module.css';
import { FilingDialog } from './filing-dialog.js';
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

function countOf({ books }: Pick<TakeIn, 'books'>, of: TakeIn['books'][number]['state']): number {
  return books.find(({ state }) => state === of)?.count ?? 0;
}

/** How many of its books count as in the library. */
export function takenIn(run: Pick<TakeIn, 'books'>): number {
  return countOf(run, 'left') + countOf(run, 'filed');
}

/** How many of the books that are to be filed are. */
function Filing({ run }: { run: TakeIn }) {
  const { t, number, percent } = useI18n();
  const [filing, filed] = [countOf(run, 'filing'), countOf(run, 'filed')];
  if (filing === 0) return null;
  const total = filing + filed;
  const label = t('takeIn.filing', { done: number(filed), total: number(total) });
  return (
    <div className={cards.progress}>
      <ProgressBar label={label} value={filed} max={total} text={percent(filed / total)} />
      <span className="small dim tabular">{label}</span>
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
            {t(`takeIn.note.${kind}`)} ({number(count)}): <span className="dim">{joinNames(examples)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Asks before all is taken back, since that moves the files of whatever was filed. */
function UndoAll({ run }: { run: TakeIn }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const undo = useUndoTaken(run.id);
  const [isAsking, setAsking] = useState(false);
  const filed = countOf(run, 'filed');
  const taken = takenIn(run);
  const onError = (error: Error) => toast.problem(t('action.failed', { message: errorText(error) }));
  if (taken === 0) return null;
  return (
    <>
      <ActionButton variant="default" loading={undo.isPending} onClick={() => setAsking(true)}>
        {t('takeIn.undoAll')}
      </ActionButton>
      {isAsking ? (
        <ConfirmDialog
          title={t('takeIn.undoAll.title', { count: taken })}
          confirm={t('takeIn.undoAll.confirm')}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            undo.mutate(undefined, { onError });
          }}
        >
          <p>{t('takeIn.undoAll.body', { count: taken })}</p>
          {filed > 0 ? <p>{t('takeIn.undoAll.filed', { count: filed })}</p> : null}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function Actions({ run }: { run: TakeIn }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const cancel = useCancelTakeIn();
  const accept = useAcceptTaken(run.id);
  const onError = (error: Error) => toast.problem(t('action.failed', { message: errorText(error) }));
  const [filing, setFiling] = useState<Confidence>();
  const isFiling = countOf(run, 'filing') > 0;
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
      {run.open.certain > 0 ? (
        <ActionButton variant="default" onClick={() => setFiling('certain')}>
          {t('takeIn.fileAll', { count: run.open.certain })}
        </ActionButton>
      ) : null}
      {run.open.likely > 0 ? (
        <ActionButton variant="default" onClick={() => setFiling('likely')}>
          {t('takeIn.fileLikely', { count: run.open.likely })}
        </ActionButton>
      ) : null}
      {filing ? <FilingDialog takeInId={run.id} choice={{ confidence: filing }} onClose={() => setFiling(undefined)} /> : null}
      <UndoAll run={run} />
      {isUnderWay(run) || isFiling ? (
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
  const { state, done, stopping, fault, reason, createdAt, createdBy } = run;
  const headline = t(isUnderWay(run) && stopping ? 'takeIn.headline.stopping' : `takeIn.headline.${state}`, { count: done });
  const taken = takenIn(run);
  const known = countOf(run, 'known');
  const facts = [...(taken > 0 ? [t('takeIn.taken', { count: taken })] : []), ...(known > 0 ? [t('takeIn.known', { count: known })] : [])];
  return (
    <section className={cards.card} aria-labelledby="take-in-headline">
      <p role="status" className="visually-hidden">
        {headline}
      </p>
      <h2 id="take-in-headline" className={cards.headline}>
        {headline}
      </h2>
      <p className={classes.path}>
        <bdi dir="ltr">{run.root}</bdi>
      </p>
      {isUnderWay(run) ? <Progress run={run} label={headline} /> : null}
      <Filing run={run} />
      {reason === null ? null : <p>{t('takeIn.silent')}</p>}
      {fault === null ? null : <p className={cards.fault}>{fault}</p>}
      {facts.length > 0 ? <p>{joinFacts(facts)}</p> : null}
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
