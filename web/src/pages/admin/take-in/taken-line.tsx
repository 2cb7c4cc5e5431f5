import { IconCheck, IconFolder, IconHelp, IconQuestionMark, IconZoomQuestion } from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { useState } from 'react';
import { useAcceptTaken, useCorrectTaken, useUndoTaken } from '../../../api/queries/take-in-queries.js';
import type { Tone } from '../../../api/request-status.js';
import type { Confidence, TakenBook } from '../../../api/types.js';
import { BookPicker } from '../../../components/book/book-picker.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { Chip } from '../../../components/status/chip.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { joinFacts, labelled } from '../../../i18n/join-names.js';
import { FilingDialog } from './filing-dialog.js';
import classes from './take-in.module.css';

const LOOKS: Record<Confidence, { tone: Tone; icon: Icon }> = {
  certain: { tone: 'good', icon: IconCheck },
  likely: { tone: 'moving', icon: IconZoomQuestion },
  unsure: { tone: 'asked', icon: IconHelp },
  unknown: { tone: 'closed', icon: IconQuestionMark },
};

/** What speaks for the guess: length, tags, numbers, and what speaks against it. */
function Evidence({ taken }: { taken: TakenBook }) {
  const { t, duration, bytes } = useI18n();
  const { evidence, book, runnerUp, guessed } = taken;
  if (!evidence) return null;
  const { seconds, fileCount, album, tagAuthors, asins, hasCover, unreadable, signs } = evidence;
  const tags = joinFacts([album, tagAuthors[0]].filter((tag) => tag !== undefined));
  const facts = [
    seconds === undefined || book?.minutes === undefined
      ? t('takeIn.length.unknown')
      : t('takeIn.length', { length: duration(Math.round(seconds / 60)), catalogue: duration(book.minutes) }),
    t('takeIn.files', { count: fileCount, size: bytes(evidence.bytes) }),
    ...(tags === '' ? [] : [t('takeIn.tags', { tags })]),
    ...asins.map((asin) => t('takeIn.asin', { asin })),
    ...(hasCover ? [t('takeIn.cover')] : []),
  ];
  const other = guessed ?? runnerUp;
  return (
    <>
      <p className="small dim">{joinFacts(facts)}</p>
      {unreadable > 0 ? <p className="small">{t('takeIn.unreadable', { count: unreadable })}</p> : null}
      {taken.chosenBy === null && taken.confidence === 'unsure' ? (
        <ul className={classes.signs}>
          {signs
            .filter(({ isFor, name }) => !isFor && name !== 'rivals')
            .map(({ name, text }) => (
              <li key={name}>{text}</li>
            ))}
        </ul>
      ) : null}
      {other && other.asin !== book?.asin ? (
        <p className="small dim">{t('takeIn.runnerUp', { title: other.title, author: other.authors[0] ?? '' })}</p>
      ) : null}
    </>
  );
}

/** What can be done about a book. */
function Actions({ taken, takeInId }: { taken: TakenBook; takeInId: string }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const [isChoosing, setChoosing] = useState(false);
  const [isFiling, setFiling] = useState(false);
  const accept = useAcceptTaken(takeInId);
  const undo = useUndoTaken(takeInId);
  const correct = useCorrectTaken(takeInId);
  const onError = (error: Error) => toast.problem(t('action.failed', { message: errorText(error) }));
  const { id, name, state, book } = taken;
  if (state === 'left' || state === 'filed') {
    return (
      <div className={classes.actions}>
        <ActionButton
          variant="default"
          loading={undo.isPending}
          aria-label={labelled(t('takeIn.undo'), name)}
          onClick={() => undo.mutate([id], { onError })}
        >
          {t('takeIn.undo')}
        </ActionButton>
      </div>
    );
  }
  if (state !== 'read' && state !== 'refused') return null;
  return (
    <div className={classes.actions}>
      {book ? (
        <ActionButton
          loading={accept.isPending}
          aria-label={labelled(t('takeIn.accept'), name)}
          onClick={() => accept.mutate({ ids: [id] }, { onError })}
        >
          {t('takeIn.accept')}
        </ActionButton>
      ) : null}
      {book ? (
        <ActionButton variant="default" aria-label={labelled(t('takeIn.file'), name)} onClick={() => setFiling(true)}>
          {t('takeIn.file')}
        </ActionButton>
      ) : null}
      <ActionButton variant="default" aria-label={labelled(t('takeIn.correct'), name)} onClick={() => setChoosing(true)}>
        {t('takeIn.correct')}
      </ActionButton>
      {isFiling ? <FilingDialog takeInId={takeInId} choice={{ bookId: id }} onClose={() => setFiling(false)} /> : null}
      {isChoosing ? (
        <BookPicker
          title={t('takeIn.correct.title')}
          search={taken.evidence?.readTitle ?? book?.title ?? ''}
          choose={t('takeIn.correct.this')}
          busy={correct.isPending}
          onChoose={({ asin }) => correct.mutate({ bookId: id, asin }, { onError, onSuccess: () => setChoosing(false) })}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </div>
  );
}

/** What became of the files: where they are filed, why they stay, and what a later look found. */
function Fate({ taken }: { taken: TakenBook }) {
  const { t } = useI18n();
  const { state, fault, filedIn, later } = taken;
  const of = state === 'filed' ? 'filed' : state === 'filing' || state === 'undoing' ? 'moving' : 'read';
  return (
    <>
      {filedIn === null ? null : <p className={`${classes.path} dim`}>{t('takeIn.filedIn', { folder: filedIn })}</p>}
      {fault === null ? null : <p className={classes.stays}>{t(`takeIn.fault.${of}`, { reason: fault })}</p>}
      {later === null ? null : <p className={classes.stays}>{t(`takeIn.later.${later}`)}</p>}
    </>
  );
}

/** Files that were found, and the book that they look like. */
export function TakenLine({ taken, takeInId }: { taken: TakenBook; takeInId: string }) {
  const { t } = useI18n();
  const { name, state, confidence, book, chosenBy } = taken;
  return (
    <>
      <div className={classes.head}>
        <span className={classes.path}>
          <bdi>{name}</bdi>
        </span>
        {state === 'read' && confidence !== null ? (
          <Chip tone={LOOKS[confidence].tone} icon={LOOKS[confidence].icon}>
            {t(`takeIn.confidence.${confidence}`)}
          </Chip>
        ) : state === 'read' ? null : (
          <Chip tone="closed" icon={IconFolder}>
            {t(`takeIn.state.${state}`)}
          </Chip>
        )}
      </div>
      {book ? (
        <p className={classes.guess}>{t('takeIn.guess', { title: book.title, author: book.authors[0] ?? '' })}</p>
      ) : confidence === 'unknown' ? (
        <p>{t('takeIn.guess.none')}</p>
      ) : null}
      {chosenBy === null ? null : <p className="small dim">{t('takeIn.chosen', { name: chosenBy })}</p>}
      <Evidence taken={taken} />
      <Fate taken={taken} />
      <Actions taken={taken} takeInId={takeInId} />
    </>
  );
}
