import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../controls/action-button.js';
import { useChangeWork, workQuery } from '../../api/queries/work-queries.js';
import type { AnnotatedBook, Work } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { joinNames, labelled } from '../../i18n/join-names.js';
import { ErrorState } from '../feedback/error-state.js';
import { LoadingBlock } from '../feedback/loading-block.js';
import { toast } from '../feedback/toast.js';
import { useErrorText } from '../feedback/use-error-text.js';
import { Section } from '../page/section.js';
import { BookLine } from './book-line.js';
import classes from './book-picker.module.css';
import { BookPicker } from './book-picker.js';
import { briefTitle } from './book-text.js';

type Edition = Work['editions'][number];

/** The last reason why an edition stands in its work. */
function useReason() {
  const { t, date, number } = useI18n();
  return ({ asin, evidence }: Edition): string => {
    const last = evidence.at(-1);
    if (!last) return asin;
    const { kind, at, by, durations } = last;
    const words =
      kind === 'same-recording'
        ? t(durations ? 'works.why.same' : 'works.why.sameNoLength', {
            date: date(at),
            minutes: number(Math.round((durations?.longest ?? 0) - (durations?.shortest ?? 0))),
          })
        : kind === 'seeded'
          ? t('works.why.seeded')
          : t(`works.why.${kind}`, { date: date(at), by: by ?? '' });
    return `${asin} · ${words}`;
  };
}

/** The changes that admins made to a work, with the way back. */
function Changes({ changes, busy, onUndo }: { changes: Work['changes']; busy: boolean; onUndo: (id: string) => void }) {
  const { t, date } = useI18n();
  return (
    <ul className={classes.results} style={{ minBlockSize: 0 }} aria-label={t('works.changes')}>
      {changes.map(({ id, kind, by, at, asins, undoneAt }) => {
        const words = t(`works.change.${kind}`, { by, date: date(at), asins: joinNames(asins) });
        return (
          <li key={id} className={classes.result}>
            <span className={`${classes.words} small dim`}>{words}</span>
            {undoneAt ? (
              <span className="small dim">{t('works.undone')}</span>
            ) : (
              <ActionButton
                variant="default"
                size="compact-sm"
                blocked={busy}
                aria-label={labelled(t('works.undo'), words)}
                onClick={() => onUndo(id)}
              >
                {t('works.undo')}
              </ActionButton>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The editions of a book for admins: why they are one recording, and the way to correct that. */
export function WorkPanel({ book }: { book: AnnotatedBook }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const reasonOf = useReason();
  const { data: work, error, refetch } = useQuery(workQuery(book.asin));
  const { mutateAsync, isPending } = useChangeWork();
  const [isMerging, setMerging] = useState(false);

  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (problem) {
      toast.problem(t('action.failed', { message: errorText(problem) }));
    }
  };
  const undo = (id: string) => attempt(() => mutateAsync({ undo: id }));
  const change = (what: Parameters<typeof mutateAsync>[0], message: string) =>
    attempt(async () => {
      const [newest] = (await mutateAsync(what))?.changes ?? [];
      if (newest) toast.undoable(message, t('ignore.undo'), () => void undo(newest.id));
    });
  const editions = work?.editions ?? [];

  return (
    <Section
      title={t('works.title')}
      actions={
        <Button variant="default" size="compact-sm" onClick={() => setMerging(true)}>
          {t('works.merge')}
        </Button>
      }
    >
      <p className="dim small">{t('works.lead')}</p>
      {!work && error ? <ErrorState error={error} onRetry={() => void refetch()} compact /> : null}
      {!work && !error ? <LoadingBlock h={72} /> : null}
      <ul className={classes.results} style={{ minBlockSize: 0 }}>
        {editions.map((edition) => (
          <li key={edition.asin} className={classes.result}>
            {edition.book ? (
              <BookLine book={edition.book} note={reasonOf(edition)} linked />
            ) : (
              <span className={classes.words}>{reasonOf(edition)}</span>
            )}
            {editions.length > 1 ? (
              <ActionButton
                variant="default"
                size="compact-sm"
                blocked={isPending}
                aria-label={labelled(t('works.split'), edition.asin)}
                onClick={() => void change({ split: edition.asin }, t('works.split.done', { asin: edition.asin }))}
              >
                {t('works.split')}
              </ActionButton>
            ) : null}
          </li>
        ))}
      </ul>
      {work && work.changes.length > 0 ? <Changes changes={work.changes} busy={isPending} onUndo={(id) => void undo(id)} /> : null}
      {isMerging ? (
        <BookPicker
          title={t('works.merge.title', { title: briefTitle(book.title) })}
          search={book.title}
          choose={t('works.merge.choose')}
          busy={isPending}
          except={editions.map(({ asin }) => asin)}
          onChoose={(other) =>
            void change({ merge: { asin: book.asin, other: other.asin } }, t('works.merge.done', { title: briefTitle(other.title) })).then(
              () => setMerging(false),
            )
          }
          onClose={() => setMerging(false)}
        >
          <p className="dim small">{t('works.merge.lead')}</p>
        </BookPicker>
      ) : null}
    </Section>
  );
}
