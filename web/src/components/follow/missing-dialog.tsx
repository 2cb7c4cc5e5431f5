import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../controls/action-button.js';
import { followPreviewQuery, useRequestMany } from '../../api/queries/follow-queries.js';
import type { FollowPreview } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { Dialog } from '../feedback/dialog.js';
import { ErrorState } from '../feedback/error-state.js';
import { LoadingBlock } from '../feedback/loading-block.js';
import { toast } from '../feedback/toast.js';
import { useErrorText } from '../feedback/use-error-text.js';
import classes from './follow.module.css';
import { IgnoreListed } from '../book/ignore-action.js';
import { PreviewedBook } from './follow-preview.js';

/** The outcome for each book, by its ASIN. */
type Outcomes = ReadonlyMap<string, string>;

interface ChoiceProps {
  preview: FollowPreview;
  chosen: ReadonlySet<string>;
  outcomes: Outcomes;
  isSent: boolean;
  onChange: (chosen: ReadonlySet<string>) => void;
}

function Choice({ preview, chosen, outcomes, isSent, onChange }: ChoiceProps) {
  const toggle = (asin: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(asin);
    else next.delete(asin);
    onChange(next);
  };
  return (
    <Stack gap="xs" className={classes.choices}>
      {preview.items.map((book) => {
        const outcome = outcomes.get(book.asin);
        return (
          <div key={book.asin} className={classes.line}>
            <Checkbox
              checked={chosen.has(book.asin)}
              disabled={outcome !== undefined}
              onChange={(event) => toggle(book.asin, event.currentTarget.checked)}
              label={
                <span className={classes.choice}>
                  <PreviewedBook book={book} />
                </span>
              }
              description={outcome}
            />
            {outcome === undefined && !isSent ? <IgnoreListed book={book} /> : null}
          </div>
        );
      })}
    </Stack>
  );
}

/** Books that are out and that nobody has requested, as many as the request limit allows. */
function chosenAtFirst({ items, quota }: FollowPreview): ReadonlySet<string> {
  const out = items.filter(({ upcoming, requested }) => !upcoming && !requested).map(({ asin }) => asin);
  return new Set(out.slice(0, quota.left ?? out.length));
}

/** Ticks for each missing book of a series; what became of each stands beside it. */
export function MissingDialog({ seriesId, onClose }: { seriesId: string; onClose: () => void }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const request = useRequestMany();
  const [picked, setPicked] = useState<ReadonlySet<string>>();
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map());
  const [sending, setSending] = useState(0);
  const preview = useQuery(followPreviewQuery({ kind: 'series', catalogId: seriesId }, { startRule: 'everything' }));
  // a newer answer would lose the books that were just requested
  const [sent, setSent] = useState<FollowPreview>();
  const data = sent ?? preview.data;
  const chosen = picked ?? (data ? chosenAtFirst(data) : new Set<string>());

  const send = async () => {
    const words: Readonly<Record<string, string>> = { created: t('missing.requested'), joined: t('missing.joined') };
    const left = new Set(chosen);
    let created = 0;
    let isAllAsked = true;
    setSending(chosen.size);
    setSent(data);
    try {
      await request.mutateAsync({
        asins: [...chosen],
        onAnswered(items) {
          for (const { asin } of items) left.delete(asin);
          created += items.filter(({ code }) => code === 'created').length;
          isAllAsked &&= items.every(({ requestId }) => requestId !== null);
          setOutcomes(
            (known) => new Map([...known, ...items.map(({ asin, code, message }) => [asin, message ?? words[code] ?? code] as const)]),
          );
          setPicked(new Set(left));
        },
      });
      if (isAllAsked) onClose();
    } catch (problem) {
      toast.problem(t('action.failed', { message: errorText(problem) }));
    }
    if (created > 0) toast.done(t('missing.done', { count: created }));
  };

  return (
    <Dialog title={t('missing.title')} onClose={onClose}>
      <p className="dim small">{t('missing.lead')}</p>
      {data ? (
        data.items.length === 0 ? (
          <p role="status">{t('missing.none')}</p>
        ) : (
          <>
            <Choice preview={data} chosen={chosen} outcomes={outcomes} isSent={sent !== undefined} onChange={setPicked} />
            <div role="status">
              {data.needsApproval ? <p className="dim small">{t('follow.preview.approval')}</p> : null}
              {request.isPending && outcomes.size > 0 ? (
                <p className="small">{t('missing.progress', { done: sending - chosen.size, count: sending })}</p>
              ) : null}
              {data.quota.left === null ? null : <p className="dim small">{t('missing.quota', { left: data.quota.left })}</p>}
            </div>
          </>
        )
      ) : preview.error ? (
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} compact />
      ) : (
        <LoadingBlock height={160} />
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t(outcomes.size > 0 ? 'common.close' : 'common.cancel')}
        </Button>
        <ActionButton loading={request.isPending} disabled={chosen.size === 0} onClick={() => void send()}>
          {t('missing.send', { count: chosen.size })}
        </ActionButton>
      </Group>
    </Dialog>
  );
}
