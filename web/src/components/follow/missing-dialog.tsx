import { Button, Checkbox, Group, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { followPreviewQuery, useRequestMany } from '../../api/queries/follow-queries.js';
import type { FollowPreview } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { Dialog } from '../feedback/dialog.js';
import { ErrorState } from '../feedback/error-state.js';
import { toast } from '../feedback/toast.js';
import { useErrorText } from '../feedback/use-error-text.js';
import classes from './follow.module.css';
import { PreviewedBook } from './follow-preview.js';

/** The API takes as many in one call. */
const MOST = 50;

/** What became of a book, by its ASIN. */
type Outcomes = ReadonlyMap<string, string>;

interface ChoiceProps {
  preview: FollowPreview;
  chosen: ReadonlySet<string>;
  outcomes: Outcomes;
  onChange: (chosen: ReadonlySet<string>) => void;
}

function Choice({ preview, chosen, outcomes, onChange }: ChoiceProps) {
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
          <Checkbox
            key={book.asin}
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
        );
      })}
    </Stack>
  );
}

/** Books that are out, and as many as one call takes and the request limit allows. */
function chosenAtFirst({ items, quota }: FollowPreview): ReadonlySet<string> {
  const out = items.filter(({ upcoming }) => !upcoming).map(({ asin }) => asin);
  return new Set(out.slice(0, Math.min(MOST, quota.left ?? MOST)));
}

/** Ticks for each missing book of a series; what became of each stands beside it. */
export function MissingDialog({ seriesId, onClose }: { seriesId: string; onClose: () => void }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const request = useRequestMany();
  const { data, error, refetch } = useQuery({
    ...followPreviewQuery({ kind: 'series', catalogId: seriesId }, { startRule: 'everything' }),
    // it would lose the books that were just requested
    enabled: !request.isSuccess,
  });
  const [picked, setPicked] = useState<ReadonlySet<string>>();
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map());
  const chosen = picked ?? (data ? chosenAtFirst(data) : new Set<string>());

  const send = async () => {
    try {
      const { items, created } = await request.mutateAsync([...chosen].slice(0, MOST));
      const words = { created: t('missing.requested'), joined: t('missing.joined') } as const;
      setOutcomes(
        new Map([
          ...outcomes,
          ...items.map(({ asin, code, message }) => [asin, message ?? (words as Record<string, string>)[code] ?? code] as const),
        ]),
      );
      setPicked(new Set());
      if (created > 0) toast.done(t('missing.done', { count: created }));
      if (items.every(({ requestId }) => requestId !== null)) onClose();
    } catch (problem) {
      toast.problem(t('action.failed', { message: errorText(problem) }));
    }
  };

  return (
    <Dialog title={t('missing.title')} onClose={onClose}>
      <p className="dim small">{t('missing.lead')}</p>
      {data ? (
        data.items.length === 0 ? (
          <p role="status">{t('missing.none')}</p>
        ) : (
          <>
            <Choice preview={data} chosen={chosen} outcomes={outcomes} onChange={setPicked} />
            <div role="status">
              {data.needsApproval ? <p className="dim small">{t('follow.preview.approval')}</p> : null}
              {data.quota.left === null ? null : <p className="dim small">{t('missing.quota', { left: data.quota.left })}</p>}
            </div>
          </>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} compact />
      ) : (
        <Skeleton height={160} role="status" aria-label={t('common.loading')} />
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t(outcomes.size > 0 ? 'common.close' : 'common.cancel')}
        </Button>
        <Button loading={request.isPending} disabled={chosen.size === 0} onClick={() => void send()}>
          {t('missing.send', { count: chosen.size })}
        </Button>
      </Group>
    </Dialog>
  );
}
