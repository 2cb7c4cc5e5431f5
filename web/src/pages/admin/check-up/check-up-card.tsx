import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { FINDING_KINDS, useCancelCheckUp, useStartCheckUp } from '../../../api/queries/check-up-queries.js';
import type { CheckUp, CheckUpRun } from '../../../api/types.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { ProgressBar } from '../../../components/status/progress-bar.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { joinFacts } from '../../../i18n/join-names.js';
import cards from '../renames/renames.module.css';
import classes from './check-up.module.css';

/** The button that starts a check-up, and whether it reads the files. */
export function StartCheckUp({ readsFiles }: { readsFiles: boolean }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const { mutate, isPending } = useStartCheckUp();
  const [isReading, setReading] = useState(readsFiles);
  return (
    <div className={classes.options}>
      <ActionButton
        loading={isPending}
        onClick={() => mutate(isReading, { onError: (error) => toast.problem(t('action.failed', { message: errorText(error) })) })}
      >
        {t('checkUp.start')}
      </ActionButton>
      <Checkbox
        checked={isReading}
        onChange={(event) => setReading(event.currentTarget.checked)}
        label={t('checkUp.files')}
        description={t('checkUp.files.help')}
      />
    </div>
  );
}

function Progress({ run, label }: { run: CheckUpRun; label: string }) {
  const { t, number, percent } = useI18n();
  const { done, total } = run;
  const text = percent(total === 0 ? 0 : done / total);
  return (
    <div className={cards.progress}>
      <ProgressBar label={label} value={done} max={Math.max(1, total)} text={text} />
      <span className="small dim tabular">{t('checkUp.progress', { percent: text, done: number(done), total: number(total) })}</span>
    </div>
  );
}

function Stop({ stopping }: { stopping: boolean }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const { mutate, isPending } = useCancelCheckUp();
  return (
    <ActionButton
      variant="default"
      loading={isPending}
      blocked={stopping}
      onClick={() => mutate(undefined, { onError: (error) => toast.problem(t('action.failed', { message: errorText(error) })) })}
    >
      {t('checkUp.cancel')}
    </ActionButton>
  );
}

/** What the lengths and the files say, and what they cannot. */
function Limits({ run }: { run: CheckUpRun }) {
  const { t } = useI18n();
  const { compared, unread, readsFiles } = run;
  return (
    <>
      <p className="small dim">
        {t('checkUp.compared', { count: compared })} {readsFiles ? '' : t('checkUp.unread.not')}
      </p>
      {unread > 0 ? <p className="small dim">{t('checkUp.unread', { count: unread })}</p> : null}
    </>
  );
}

/** The last check-up: how far it is, and what came of it. */
export function CheckUpCard({ run, findings }: { run: CheckUpRun; findings: CheckUp['findings'] }) {
  const { t, relative, dateTime, percent } = useI18n();
  const { state, done, total, stopping, fault, createdAt, createdBy } = run;
  const isRunning = state === 'running';
  const headline = t(isRunning && stopping ? 'checkUp.headline.stopping' : `checkUp.headline.${state}`, { count: done });
  const facts = FINDING_KINDS.filter((kind) => findings[kind].open > 0).map((kind) =>
    t(`checkUp.fact.${kind}`, { count: findings[kind].open }),
  );
  const tenths = total === 0 ? 0 : Math.floor((10 * done) / total) / 10;
  return (
    <section className={cards.card} aria-labelledby="check-up-headline">
      <p role="status" className="visually-hidden">
        {isRunning && tenths > 0 ? `${headline} ${percent(tenths)}` : headline}
      </p>
      <h2 id="check-up-headline" className={cards.headline}>
        {headline}
      </h2>
      {isRunning ? <Progress run={run} label={headline} /> : null}
      {fault === null ? null : <p className={cards.fault}>{fault}</p>}
      {isRunning && facts.length === 0 ? null : <p>{facts.length > 0 ? joinFacts(facts) : t('checkUp.fact.nothing')}</p>}
      {isRunning ? null : <Limits run={run} />}
      <p className="small dim">
        <time dateTime={createdAt} title={dateTime(createdAt)}>
          {t('checkUp.begun', { name: createdBy, when: relative(createdAt) })}
        </time>
      </p>
      <div className={cards.actions}>
        {isRunning ? <Stop stopping={stopping} /> : <StartCheckUp key={run.id} readsFiles={run.readsFiles} />}
      </div>
    </section>
  );
}
