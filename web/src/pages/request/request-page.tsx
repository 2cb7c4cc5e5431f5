import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { IconTrash } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { ActionButton } from '../../components/controls/action-button.js';
import { loadPart } from '../../api/load-part.js';
import { isApiError } from '../../api/api-error.js';
import { requestQuery, useSubscription } from '../../api/queries/request-queries.js';
import { useMe } from '../../api/queries/session-queries.js';
import type { RequestDetail } from '../../api/types.js';
import { DownloadAction } from '../../components/book/download-action.js';
import { authorsOf } from '../../components/book/book-text.js';
import { ListenAction } from '../../components/book/listen-action.js';
import { AuthorNames, NarratedBy } from '../../components/book/names.js';
import { Cover } from '../../components/cover/cover.js';
import { StatePanel } from '../../components/feedback/state-panel.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { LoadingBlock } from '../../components/feedback/loading-block.js';
import { useWindowTitle } from '../../components/page/page-header.js';
import { Section } from '../../components/page/section.js';
import { ReasonPanel } from '../../components/request/reason-panel.js';
import { RequestActions } from '../../components/request/request-actions.js';
import { StageRail } from '../../components/request/stage-rail.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { NotFoundPage } from '../not-found/not-found-page.js';
import { EbookChip } from '../../components/request/ebook-chip.js';
import { AnyReading } from './any-reading.js';
import { EbookLink } from './ebook-link.js';
import { MergeChoice } from './merge-choice.js';
import { MoreActions } from './more-actions.js';
import { ReleaseFacts } from './release-facts.js';
import { SearchTerms } from './search-terms.js';
import classes from './request-page.module.css';
import { Timeline } from './timeline.js';
import { BookTitle } from '../../components/book/book-title.js';

const Ranking = lazy(() => loadPart(import('./ranking.js')).then((module) => ({ default: module.Ranking })));

function Subscription({ request }: { request: RequestDetail }) {
  const { t } = useI18n();
  const subscription = useSubscription(request.id);
  if (request.mine) return null;
  return (
    <ActionButton variant="default" loading={subscription.isPending} onClick={() => subscription.mutate(!request.subscribed)}>
      {request.subscribed ? t('request.unsubscribe') : t('request.subscribe')}
    </ActionButton>
  );
}

function Head({ request }: { request: RequestDetail }) {
  const { t, relative } = useI18n();
  const { book } = request;
  return (
    <header className={classes.head}>
      <Link to="/book/$asin" params={{ asin: book.asin }} className={classes.cover} tabIndex={-1} aria-hidden="true">
        <Cover title={book.title} author={authorsOf(book)} src={book.coverUrl} width={132} eager />
      </Link>
      <div className={classes.words}>
        <h1 className={classes.title}>
          <Link to="/book/$asin" params={{ asin: book.asin }} className="plain-link">
            <BookTitle book={book} />
          </Link>
        </h1>
        <p className={classes.people}>
          <AuthorNames authors={book.authors} />
          {book.narrators.length > 0 ? (
            <>
              {' · '}
              <NarratedBy narrators={book.narrators} most={2} />
            </>
          ) : null}
        </p>
        {request.type === 'ebook' ? <EbookChip /> : null}
        <p className="dim small">
          {request.mine
            ? t('requests.asked', { when: relative(request.createdAt) })
            : t('requests.askedBy', { when: relative(request.createdAt), name: request.user.displayName })}
          {request.downloadAttempts > 1 ? ` · ${t('request.attempts', { count: request.downloadAttempts })}` : ''}
          {request.subscribers > 0 ? ` · ${t('request.subscribers', { count: request.subscribers })}` : ''}
        </p>
        <AnyReading request={request} />
        {request.note ? <p className={classes.note}>{t('requests.note', { note: request.note })}</p> : null}
      </div>
      <div className={classes.actions}>
        {request.group === 'completed' ? <ListenAction listen={request.listen} size="sm" /> : null}
        <RequestActions request={request} />
        <EbookLink request={request} />
        {request.group === 'completed' ? <DownloadAction asin={book.asin} title={book.title} requestId={request.id} size="sm" /> : null}
        <Subscription request={request} />
        <MoreActions request={request} />
      </div>
    </header>
  );
}

function Loading() {
  const { t } = useI18n();
  return (
    <div className={classes.page} role="status" aria-label={t('common.loading')}>
      <div className={classes.head}>
        <Skeleton className={classes.cover ?? ''} style={{ aspectRatio: '1' }} height="auto" radius="md" />
        <div className={classes.words}>
          <Skeleton height={28} width="60%" />
          <Skeleton height={14} mt={14} width="30%" />
          <Skeleton height={36} mt={22} width={140} />
        </div>
      </div>
      <Skeleton height={64} mt={32} />
      <Skeleton height={90} mt={20} />
    </div>
  );
}

/** It was deleted while somebody looked at it. */
function Gone({ title }: { title: string }) {
  const { t } = useI18n();
  return (
    <StatePanel
      icon={IconTrash}
      title={t('request.gone.title')}
      heading
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/requests" {...props} />}>
          {t('nav.requests')}
        </Button>
      }
    >
      {t('request.gone.body', { title })}
    </StatePanel>
  );
}

export function RequestPage() {
  const { t } = useI18n();
  const me = useMe();
  const { requestId } = useParams({ from: '/shell/requests/$requestId' });
  const { data: request, error, refetch } = useQuery(requestQuery(requestId));
  useWindowTitle(request?.book.title ?? t('request.title'));
  if (isApiError(error) && error.status === 404) return request ? <Gone title={request.book.title} /> : <NotFoundPage />;
  if (!request) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading />;
  const explains = me.role === 'admin' || me.permissions.interactiveSearch;

  return (
    <div className={classes.page}>
      <Head request={request} />
      <StageRail request={request} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <ReasonPanel request={request} />
          <ReleaseFacts request={request} />
          <MergeChoice request={request} />
          {me.role === 'admin' ? <SearchTerms request={request} /> : null}
          {explains ? (
            <Section title={t(request.release ? 'ranking.title' : 'ranking.found')}>
              <Suspense fallback={<LoadingBlock height={120} />}>
                <Ranking request={request} />
              </Suspense>
            </Section>
          ) : null}
        </div>
        <div className={classes.aside}>
          <Section title={t('request.timeline')}>
            <Timeline entries={request.timeline} />
          </Section>
        </div>
      </div>
    </div>
  );
}
