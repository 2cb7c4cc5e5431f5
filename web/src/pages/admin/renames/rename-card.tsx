import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { renameProgressQuery } from '../../../api/queries/rename-queries.js';
import type { Rename } from '../../../api/types.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.js';
import { ProgressBar } from '../../../components/status/progress-bar.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { joinFacts } from '../../../i18n/join-names.js';
import { useNow } from '../jobs/use-now.js';
import classes from './renames.module.css';
import { useRenameWords } from './rename-words.js';
import { isUnderWay, useRename } from './use-rename.js';

/** How far it is, and the book that it was last done with. */
function Progress({ rename, label }: { rename: Rename; label: string }) {
  const { t, number, percent } = useI18n();
  const { data: last } = useQuery(renameProgressQuery(rename.id));
  const { done, total, state } = rename;
  const text = percent(total === 0 ? 0 : done / total);
  const title = last?.state === state ? last.title : undefined;
  return (
    <div className={classes.progress}>
      <ProgressBar label={label} value={done} max={Math.max(1, total)} text={text} />
      <span className="small dim tabular">
        {total === 0 ? t('rename.progress.start') : t('rename.progress', { percent: text, done: number(done), total: number(total) })}
        {title === undefined ? null : (
          <>
            {' · '}
            <bdi>{title}</bdi>
          </>
        )}
      </span>
    </div>
  );
}

/** Tells screen readers each tenth of the way, and what came of it. */
function Announcer({ rename, headline }: { rename: Rename; headline: string }) {
  const { percent } = useI18n();
  const { done, total } = rename;
  const tenths = total === 0 ? 0 : Math.floor((10 * done) / total) / 10;
  return (
    <p role="status" className="visually-hidden">
      {isUnderWay(rename) && tenths > 0 ? `${headline} ${percent(tenths)}` : headline}
    </p>
  );
}

function UndoAction({ rename, until, busy, onUndo }: { rename: Rename; until: string; busy: boolean; onUndo: () => void }) {
  const { t, date } = useI18n();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <ActionButton variant="default" loading={busy} onClick={() => setAsking(true)}>
        {t('rename.undo')}
      </ActionButton>
      {isAsking ? (
        <ConfirmDialog
          title={t('rename.undo.title', { count: rename.counts.moved })}
          confirm={t('rename.undo.confirm')}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            onUndo();
          }}
        >
          <p>{t('rename.undo.body', { until: date(until) })}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

/** What can be done with it now. @param blocked whether another rename is under way */
function Actions({ rename, blocked }: { rename: Rename; blocked: boolean }) {
  const { t } = useI18n();
  const { take, taking } = useRename();
  const now = useNow();
  const { id, state, counts, stopping, undoableUntil } = rename;
  if (isUnderWay(rename)) {
    return (
      <ActionButton variant="default" loading={taking === 'cancel'} blocked={stopping} onClick={() => take(id, 'cancel')}>
        {t(state === 'planning' ? 'common.cancel' : 'rename.stop')}
      </ActionButton>
    );
  }
  if (state === 'ready') {
    return (
      <>
        {counts.planned > 0 ? (
          <ActionButton loading={taking === 'start'} blocked={blocked} onClick={() => take(id, 'start')}>
            {t('rename.start', { count: counts.planned })}
          </ActionButton>
        ) : null}
        <ActionButton variant="default" loading={taking === 'discard'} blocked={taking === 'start'} onClick={() => take(id, 'discard')}>
          {t('rename.discard')}
        </ActionButton>
      </>
    );
  }
  if (undoableUntil === null || Date.parse(undoableUntil) < now || blocked) return null;
  return <UndoAction rename={rename} until={undoableUntil} busy={taking === 'undo'} onUndo={() => take(id, 'undo')} />;
}

function Until({ rename }: { rename: Rename }) {
  const { t, date, moment } = useI18n();
  const now = useNow();
  const { expiresAt, undoableUntil, counts } = rename;
  if (expiresAt !== null && counts.planned > 0) return <p className="small dim">{t('rename.until.start', { when: moment(expiresAt) })}</p>;
  if (undoableUntil === null || Date.parse(undoableUntil) < now || isUnderWay(rename)) return null;
  return <p className="small dim">{t('rename.until.undo', { when: date(undoableUntil) })}</p>;
}

/** A rename: how it stands and what can be done with it. */
export function RenameCard({ rename, blocked }: { rename: Rename; blocked: boolean }) {
  const { t, relative, dateTime } = useI18n();
  const words = useRenameWords();
  const headline = words.headline(rename);
  const facts = words.facts(rename);
  return (
    <section className={classes.card} aria-labelledby="rename-headline">
      <Announcer rename={rename} headline={headline} />
      <h2 id="rename-headline" className={classes.headline}>
        {headline}
      </h2>
      {facts.length > 0 ? <p>{joinFacts(facts)}</p> : null}
      {isUnderWay(rename) ? <Progress rename={rename} label={headline} /> : null}
      {rename.reason ? <p className={classes.fault}>{rename.reason.message}</p> : null}
      <p className="small dim">
        {words.choice(rename)} ·{' '}
        <time dateTime={rename.createdAt} title={dateTime(rename.createdAt)}>
          {t('rename.planned', { name: rename.createdBy, when: relative(rename.createdAt) })}
        </time>
      </p>
      <Until rename={rename} />
      <div className={classes.actions}>
        <Actions rename={rename} blocked={blocked} />
      </div>
    </section>
  );
}
