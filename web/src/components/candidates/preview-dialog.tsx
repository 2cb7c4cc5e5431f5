import { Button, Checkbox, Group, SegmentedControl } from '@mantine/core';
import { IconClock, IconCircleCheck, IconCircleOff, IconPlayerStop, IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newPreviewId, previewProgressQuery, previewQuery, type PreviewWish } from '../../api/queries/preview-queries.js';
import type { AnnotatedBook, Preview, RequestType } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { quoted } from '../../i18n/quoted.js';
import { Dialog } from '../feedback/dialog.js';
import { ErrorState } from '../feedback/error-state.js';
import { StatePanel } from '../feedback/state-panel.js';
import { ProgressBar } from '../status/progress-bar.js';
import { CandidateRow } from './candidate-row.js';
import classes from './candidates.module.css';
import { isNowhere } from './is-nowhere.js';
import { SearchSources } from './search-sources.js';

/** What an automatic search would do, in one or two sentences. */
function Decision({ preview }: { preview: Preview }) {
  const { t, moment, upcoming } = useI18n();
  const { what, candidateId, until, message } = preview.decision;
  const title = preview.candidates.find(({ id }) => id === candidateId)?.title ?? '';
  const Icon = { take: IconCircleCheck, wait: IconClock, nothing: IconCircleOff }[what];
  const at = until ? t('request.nextAt', { when: upcoming(until), at: moment(until) }) : '';
  return (
    <div className={classes.decision} data-what={what} role="status">
      <Icon size={22} stroke={1.8} aria-hidden="true" />
      <div>
        <strong>{t(`preview.${what}`)}</strong>
        {what === 'take' ? <p className={classes.releaseTitle}>{title}</p> : <p>{message}</p>}
        {what === 'wait' ? <p className="dim">{t('preview.wait.until', { at })}</p> : null}
      </div>
    </div>
  );
}

function Found({ preview }: { preview: Preview }) {
  const { t, list } = useI18n();
  const { sources, queries, candidates, decision } = preview;
  return (
    <>
      <Decision preview={preview} />
      {sources.length > 0 ? <SearchSources sources={sources} told={t('preview.searched', { queries: list(queries.map(quoted)) })} /> : null}
      {isNowhere(preview) ? <StatePanel icon={IconSearchOff} title={t('preview.empty')} compact /> : null}
      <ol className={classes.candidates}>
        {candidates.map((candidate) => (
          <CandidateRow
            key={candidate.id}
            candidate={{ ...candidate, picked: candidate.id === decision.candidateId }}
            picked="preview.picked"
            startOpen={candidate.id === decision.candidateId}
            onSelect={undefined}
            busy={false}
          />
        ))}
      </ol>
    </>
  );
}

/** Mounted while it searches or shows what it found; taking it away ends the search. */
function Search({ wish, onStop, onAgain }: { wish: PreviewWish; onStop: () => void; onAgain: () => void }) {
  const { t } = useI18n();
  const { data, error } = useQuery(previewQuery(wish));
  const { data: progress } = useQuery(previewProgressQuery(wish.previewId));
  if (error) return <ErrorState error={error} onRetry={onAgain} compact />;
  if (data) return <Found preview={data} />;
  const words = progress ? t('preview.progress', { done: progress.done, total: progress.total }) : t('preview.running');
  return (
    <div className={classes.running}>
      <ProgressBar label={t('preview.running')} value={progress?.done ?? 0} max={Math.max(1, progress?.total ?? 1)} text={words} />
      <Group justify="space-between">
        <span className="dim small" role="status">
          {words}
        </span>
        <Button variant="default" leftSection={<IconPlayerStop size={16} />} onClick={onStop}>
          {t('preview.stop')}
        </Button>
      </Group>
    </div>
  );
}

interface PreviewDialogProps {
  book: AnnotatedBook;
  /** The types that can be searched for, at least one. */
  types: readonly RequestType[];
  onClose: () => void;
}

/** What an automatic search would find for a book and take, and why, without requesting it. */
export function PreviewDialog({ book, types, onClose }: PreviewDialogProps) {
  const { t } = useI18n();
  const [type, setType] = useState<RequestType>(types[0] ?? 'audiobook');
  const [anyReading, setAnyReading] = useState(false);
  const [previewId, setPreviewId] = useState<string | undefined>(newPreviewId);
  const again = () => setPreviewId(newPreviewId());
  const wish = { asin: book.asin, region: book.region, type, anyReading: type === 'audiobook' && anyReading };
  return (
    <Dialog title={t('preview.title', { title: book.title })} onClose={onClose} above wide>
      <p className={`${classes.about} dim`}>{t('preview.about')}</p>
      <Group className={classes.choices ?? ''}>
        {types.length > 1 ? (
          <SegmentedControl
            aria-label={t('ask.what')}
            value={type}
            onChange={(value) => {
              setType(value);
              again();
            }}
            data={types.map((value) => ({ value, label: t(`ask.what.${value}`) }))}
          />
        ) : null}
        {type === 'audiobook' ? (
          <Checkbox
            label={t('ask.anyReading')}
            checked={anyReading}
            onChange={(event) => {
              setAnyReading(event.currentTarget.checked);
              again();
            }}
          />
        ) : null}
      </Group>
      {previewId ? (
        <Search key={previewId} wish={{ ...wish, previewId }} onStop={() => setPreviewId(undefined)} onAgain={again} />
      ) : (
        <StatePanel
          icon={IconPlayerStop}
          title={t('preview.stopped')}
          action={<Button onClick={again}>{t('preview.again')}</Button>}
          compact
        />
      )}
    </Dialog>
  );
}
