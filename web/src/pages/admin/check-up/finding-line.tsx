import { useState } from 'react';
import { useJudgeFinding } from '../../../api/queries/check-up-queries.js';
import type { CheckUpFinding } from '../../../api/types.js';
import { AuthorNames } from '../../../components/book/names.js';
import { briefTitle } from '../../../components/book/book-text.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { labelled } from '../../../i18n/join-names.js';
import { Suggestion } from '../library/likely-matches.js';
import { LinkDialog } from '../library/link-dialog.js';
import lines from '../library/series-gaps.module.css';
import classes from './check-up.module.css';
import { ReplaceAction } from './replace-action.js';

/** Saying that findings are fine and listing them again, each with an undo in its message. */
function useJudge() {
  const { t } = useI18n();
  const errorText = useErrorText();
  const { mutateAsync, isPending } = useJudgeFinding();
  const set = async (id: string, fine: boolean): Promise<boolean> => {
    try {
      await mutateAsync({ id, fine });
      return true;
    } catch (error) {
      toast.problem(t('action.failed', { message: errorText(error) }));
      return false;
    }
  };
  const judge = async ({ id, item }: CheckUpFinding, fine: boolean, onDone: () => void) => {
    if (!(await set(id, fine))) return;
    const message = t(fine ? 'checkUp.fine.done' : 'checkUp.reopen.done', { title: briefTitle(item.title) });
    toast.undoable(message, t('library.undo'), () => void set(id, !fine));
    onDone();
  };
  return { judge, busy: isPending };
}

type Of<Kind extends CheckUpFinding['evidence']['kind']> = Extract<CheckUpFinding['evidence'], { kind: Kind }>;

function LengthEvidence({ minutes, catalogueMinutes }: Of<'length'>) {
  const { t, duration, percent } = useI18n();
  const share = Math.abs(minutes - catalogueMinutes) / catalogueMinutes;
  return (
    <p>
      <strong>{t(minutes < catalogueMinutes ? 'checkUp.length.short' : 'checkUp.length.long', { percent: percent(share) })}</strong>{' '}
      <span className="dim">{t('checkUp.length', { length: duration(minutes), catalogue: duration(catalogueMinutes) })}</span>
    </p>
  );
}

function SilentEvidence({ files, silent, looked }: Of<'silent'>) {
  const { t } = useI18n();
  return (
    <>
      <p>
        <strong>{t('checkUp.silent', { silent, looked })}</strong>
      </p>
      <ul className={classes.files}>
        {files.map(({ name, problem }) => (
          <li key={name}>
            <bdi>{name}</bdi> <span className="dim">· {t(`checkUp.silent.${problem}`)}</span>
          </li>
        ))}
        {silent > files.length ? <li className="dim">{t('checkUp.silent.more', { count: silent - files.length })}</li> : null}
      </ul>
    </>
  );
}

function Evidence({ evidence }: { evidence: CheckUpFinding['evidence'] }) {
  const { t } = useI18n();
  if (evidence.kind === 'length') return <LengthEvidence {...evidence} />;
  if (evidence.kind === 'silent') return <SilentEvidence {...evidence} />;
  return <p className="dim">{t('checkUp.no_asin')}</p>;
}

function Suggestions({ finding, onDone }: { finding: CheckUpFinding; onDone: () => void }) {
  const { t } = useI18n();
  const { item, suggestions } = finding;
  if (suggestions.length === 0) return null;
  return (
    <ul className={classes.suggestions} aria-label={t('checkUp.suggestions', { title: item.title })}>
      {suggestions.map((suggestion, index) => (
        <Suggestion key={suggestion.book.asin} item={item} suggestion={suggestion} isSurest={index === 0} onDone={onDone} />
      ))}
    </ul>
  );
}

/** A finding with its evidence, and what can be done. @param onDone called when it leaves the list */
export function FindingLine({ finding, onDone }: { finding: CheckUpFinding; onDone: () => void }) {
  const { t, relative, dateTime } = useI18n();
  const { judge, busy } = useJudge();
  const [isChoosing, setChoosing] = useState(false);
  const { item, evidence, fineAt, fineBy, suggestions } = finding;
  const label = t(fineAt === null ? 'checkUp.fine' : 'checkUp.reopen');
  const other = t(suggestions.length > 0 ? 'library.likely.other' : 'library.link');
  return (
    <li className={lines.item}>
      <div className={classes.line}>
        <span className={lines.name}>
          <bdi>{item.title}</bdi>
        </span>
        <span className="dim small">
          <AuthorNames authors={item.authors.map((name) => ({ name }))} />
        </span>
        {item.path ? (
          <span className={classes.path}>
            <bdi dir="ltr">{item.path}</bdi>
          </span>
        ) : null}
        <Evidence evidence={evidence} />
      </div>
      <Suggestions finding={finding} onDone={onDone} />
      <div className={lines.actions}>
        <ReplaceAction item={item} evidence={evidence} />
        {evidence.kind === 'no_asin' ? (
          <ActionButton variant="default" onClick={() => setChoosing(true)} aria-label={labelled(other, item.title)}>
            {other}
          </ActionButton>
        ) : null}
        <ActionButton
          variant="default"
          loading={busy}
          onClick={() => void judge(finding, fineAt === null, onDone)}
          aria-label={labelled(label, item.title)}
        >
          {label}
        </ActionButton>
      </div>
      {fineAt === null || fineBy === null ? null : (
        <time className="dim small" dateTime={fineAt} title={dateTime(fineAt)}>
          {t('checkUp.fine.by', { name: fineBy, when: relative(fineAt) })}
        </time>
      )}
      {isChoosing ? <LinkDialog item={item} onClose={() => setChoosing(false)} /> : null}
    </li>
  );
}
