import '../../components/follow/use-follow-messages.js';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { followedListQuery, type Followed, type FollowKind } from '../../api/queries/follow-queries.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { LoadingBlock } from '../../components/feedback/loading-block.js';
import { FollowButton } from '../../components/follow/follow-button.js';
import { Pager } from '../../components/page/pager.js';
import { useLastPage } from '../../components/page/use-last-page.js';
import { Section } from '../../components/page/section.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './shelves.module.css';

function FollowedName({ followed: { kind, catalogId, name } }: { followed: Followed }) {
  return kind === 'series' ? (
    <Link to="/series/$seriesId" params={{ seriesId: catalogId }} className="plain-link">
      <strong>{name}</strong>
    </Link>
  ) : (
    <Link to="/authors/$authorId" params={{ authorId: catalogId }} className="plain-link">
      <strong>{name}</strong>
    </Link>
  );
}

function FollowedRow({ followed }: { followed: Followed }) {
  const { t, relative } = useI18n();
  const { kind, catalogId, name, check, checkedAt, lastOutcome } = followed;
  const state =
    check === 'idle'
      ? [lastOutcome.message, checkedAt === null ? '' : t('follow.list.checked', { when: relative(checkedAt) })].filter(Boolean).join(' ')
      : t('follow.list.checking');
  return (
    <li className={classes.followed}>
      <div className={classes.followedWords}>
        <FollowedName followed={followed} />
        <span className="dim small">{state}</span>
      </div>
      <FollowButton kind={kind} catalogId={catalogId} name={name} />
    </li>
  );
}

function FollowedList({ kind, title }: { kind: FollowKind; title: string }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(followedListQuery(kind, page));
  useLastPage(data, setPage);
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} compact />;
  if (!data) return <LoadingBlock height={72} />;
  if (data.total === 0) return null;
  return (
    <>
      <h3 className={classes.followedTitle}>{title}</h3>
      <ul className={classes.followedList}>
        {data.items.map((followed) => (
          <FollowedRow key={followed.id} followed={followed} />
        ))}
      </ul>
      <Pager page={data.page} limit={data.limit} total={data.total} onPage={setPage} />
    </>
  );
}

/** The series and authors that the user follows. */
export function FollowedSection() {
  const { t } = useI18n();
  const { data: series } = useQuery(followedListQuery('series', 1));
  const { data: authors } = useQuery(followedListQuery('author', 1));
  const isNone = series?.total === 0 && authors?.total === 0;
  return (
    <Section
      title={t('follow.list.title')}
      actions={
        <Link to="/coming-up" className="small">
          {t('nav.comingUp')}
        </Link>
      }
    >
      <p className="dim small">{t(isNone ? 'follow.list.none' : 'follow.list.lead')}</p>
      <FollowedList kind="series" title={t('follow.list.series')} />
      <FollowedList kind="author" title={t('follow.list.authors')} />
    </Section>
  );
}
