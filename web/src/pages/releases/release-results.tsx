import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlayerStop, IconPlugConnectedX, IconSearchOff } from '@tabler/icons-react';
import { useState } from 'react';
import { releaseSearchProgressQuery, releaseSearchQuery, type ReleaseWish } from '../../api/queries/release-queries.js';
import type { AnnotatedBook, FoundRelease, ReleaseSearch, ReleaseSearchProgress } from '../../api/types.js';
import { BookPicker } from '../../components/book/book-picker.js';
import { isNowhere } from '../../components/candidates/is-nowhere.js';
import { SearchSources } from '../../components/candidates/search-sources.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { StatePanel } from '../../components/feedback/state-panel.js';
import { ProgressBar } from '../../components/status/progress-bar.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { quoted } from '../../i18n/quoted.js';
import { FoundReleaseRow } from './found-release-row.js';
import classes from './releases.module.css';
import { RequestRelease } from './request-release.js';

/** How far a search is, and which indexers have answered. */
function Running({ progress, onStop }: { progress: ReleaseSearchProgress | undefined; onStop: () => void }) {
  const { t } = useI18n();
  const { done = 0, total = 0, sources = [] } = progress ?? {};
  const words = !progress ? t('releases.running') : done < total ? t('releases.progress', { done, total }) : t('releases.reading');
  return (
    <div className={classes.running}>
      <ProgressBar label={t('releases.running')} value={done} max={Math.max(1, total)} text={words} />
      <Group justify="space-between">
        <span className="dim small" role="status">
          {words}
        </span>
        <Button variant="default" leftSection={<IconPlayerStop size={16} />} onClick={onStop}>
          {t('releases.stop')}
        </Button>
      </Group>
      <ul className={classes.heard} aria-label={t('ranking.sources')}>
        {sources.map(({ name, status, found }) => (
          <li key={name} data-status={status}>
            <strong>{name}</strong>{' '}
            {status === 'ok' || status === 'empty' ? t('ranking.source.ok', { count: found }) : t('releases.silent')}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What a person is doing with a release: choosing its book, or requesting one. */
interface Doing {
  readonly release: FoundRelease;
  readonly book?: AnnotatedBook;
}

function wordsOf({ title, reading }: FoundRelease): string {
  return reading.title === undefined ? title : `${reading.title} ${reading.authors[0] ?? ''}`.trim();
}

function Found({ wish, found }: { wish: ReleaseWish; found: ReleaseSearch }) {
  const { t, moment } = useI18n();
  const [doing, setDoing] = useState<Doing>();
  const { releases, sources, total, expiresAt } = found;
  const books = new Map(found.books.map((book) => [book.asin, book]));
  const end = () => setDoing(undefined);
  if (found.missing) {
    return (
      <StatePanel icon={IconPlugConnectedX} title={t('releases.missing')}>
        {found.missing.message}
      </StatePanel>
    );
  }
  const counted =
    total > releases.length ? t('releases.foundMore', { count: total, shown: releases.length }) : t('releases.found', { count: total });
  return (
    <>
      <SearchSources sources={sources} told={t('preview.searched', { queries: quoted(wish.words) })} />
      {releases.length === 0 ? (
        <StatePanel
          icon={IconSearchOff}
          title={t(isNowhere({ sources, candidates: [] }) ? 'releases.empty' : 'releases.emptyPartly')}
          compact
        >
          {t('releases.empty.body')}
        </StatePanel>
      ) : (
        <p className={classes.summary} role="status">
          {counted} <span className="dim">{expiresAt ? t('releases.until', { at: moment(expiresAt) }) : ''}</span>
        </p>
      )}
      <ul className={classes.list}>
        {releases.map((release) => (
          <FoundReleaseRow
            key={release.id}
            release={release}
            book={books.get(release.guess?.asin ?? '')}
            type={wish.type}
            onRequest={(book) => setDoing({ release, book })}
            onChoose={() => setDoing({ release })}
          />
        ))}
      </ul>
      {doing?.book ? <RequestRelease wish={wish} release={doing.release} book={doing.book} onClose={end} /> : null}
      {doing && !doing.book ? (
        <BookPicker
          title={t('releases.picker')}
          search={wordsOf(doing.release)}
          choose={t('releases.take')}
          busy={false}
          onChoose={(book) => setDoing({ release: doing.release, book })}
          onClose={end}
        />
      ) : null}
    </>
  );
}

interface ReleaseResultsProps {
  wish: ReleaseWish;
  searchId: string;
  onStop: () => void;
  onAgain: () => void;
}

/** Mounted while it searches or shows what it found; taking it away ends the search. */
export function ReleaseResults({ wish, searchId, onStop, onAgain }: ReleaseResultsProps) {
  const { data, error } = useQuery(releaseSearchQuery(wish, searchId));
  const { data: progress } = useQuery(releaseSearchProgressQuery(searchId));
  if (error) return <ErrorState error={error} onRetry={onAgain} compact />;
  return data ? <Found wish={wish} found={data} /> : <Running progress={progress} onStop={onStop} />;
}
