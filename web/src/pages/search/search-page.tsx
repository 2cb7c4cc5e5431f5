import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState, useSearch } from '@tanstack/react-router';
import { IconSearch, IconSearchOff } from '@tabler/icons-react';
import { useEffect, useMemo, useRef } from 'react';
import { recentSearches } from '../../api/recent-searches.js';
import { setupQuery, useMe } from '../../api/queries/session-queries.js';
import type { BookSearchPage } from '../../api/types.js';
import { BookList } from '../../components/book-list/book-list.js';
import { NoCatalog, useNoCatalog } from '../../components/book/no-catalog.js';
import { RegionMarksProvider } from '../../components/book/region-marks.js';
import { StatePanel } from '../../components/feedback/state-panel.js';
import { useWindowTitle } from '../../components/page/page-header.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { FoundNames } from './found-names.js';
import { RecentSearchesList } from './recent-searches-list.js';
import { RegionChoice } from './region-choice.js';
import classes from './search-page.module.css';
import { useSearchRegions, type SearchRegions } from './use-search-regions.js';

const SILENT = ['failed', 'kept', 'unknown'] as const;

/** Says which of several regions did not answer. */
function SilentRegions({ page, regions }: { page: BookSearchPage; regions: SearchRegions }) {
  const { t, list } = useI18n();
  return SILENT.map((outcome) => {
    const silent = (page.regions ?? []).filter((region) => region.outcome === outcome);
    return silent.length === 0 ? null : (
      <p key={outcome} className={`${classes.partial} dim small`} role="status">
        {t(`search.regions.${outcome}`, { regions: list(silent.map(({ id }) => regions.nameOf(id))) })}
      </p>
    );
  });
}

/** For people who may choose releases: the same words, searched at the indexers. */
function AtIndexers({ query }: { query: string }) {
  const { t } = useI18n();
  const { permissions } = useMe();
  const { data: setup } = useQuery(setupQuery);
  if (!permissions.interactiveSearch || !setup?.steps.integrations?.indexer) return null;
  return (
    <p className={classes.atIndexers}>
      <Link to="/releases" search={query === '' ? {} : { words: query }}>
        {query === '' ? t('releases.open') : t('releases.openFor', { words: query })}
      </Link>
    </p>
  );
}

/** Somebody who looks at results for so long has searched for these words, and is not typing them. */
const SEARCHED_MS = 2000;

function Results({ query, regions }: { query: string; regions: SearchRegions }) {
  const { t } = useI18n();
  useEffect(() => {
    const timer = setTimeout(() => recentSearches.add(query), SEARCHED_MS);
    return () => clearTimeout(timer);
  }, [query]);
  const { asked, offered, isReady } = regions;
  const marks = useMemo(() => (asked.length === 0 ? null : new Map(offered.map(({ id, name }) => [id, name]))), [asked.length, offered]);
  return (
    <RegionMarksProvider value={marks}>
      <BookList
        list={{ kind: 'search', id: query, regions: isReady ? asked : undefined }}
        empty={
          <StatePanel icon={IconSearchOff} title={t('search.none.title', { query })}>
            {t('search.none.body')}
          </StatePanel>
        }
        summary={({ count, shown, stale }) => {
          const words = count === undefined ? t('search.resultsAtLeast', { count: shown, query }) : t('search.results', { count, query });
          return stale ? `${words} · ${t('search.stale')}` : words;
        }}
        aside={<RegionChoice regions={regions} />}
        lead={(first) => (
          <>
            {first.stale ? null : <SilentRegions page={first} regions={regions} />}
            <FoundNames query={query} />
          </>
        )}
      />
    </RegionMarksProvider>
  );
}

/** The heading, which gets the focus when a search is sent with Enter. */
function Heading({ query }: { query: string }) {
  const { t } = useI18n();
  const heading = useRef<HTMLHeadingElement>(null);
  const sentAt = useRouterState({ select: ({ location }) => location.state.sentAt });
  useEffect(() => {
    if (sentAt !== undefined) heading.current?.focus({ preventScroll: true });
  }, [sentAt]);
  return (
    <h1 ref={heading} tabIndex={-1} className="visually-hidden">
      {query === '' ? t('search.title') : t('search.heading', { query })}
    </h1>
  );
}

export function SearchPage() {
  const { t } = useI18n();
  const { q } = useSearch({ from: '/shell/search' });
  const query = (q ?? '').trim();
  const isBare = useNoCatalog();
  const regions = useSearchRegions();
  useWindowTitle(query === '' ? t('search.title') : `${query} · ${t('search.title')}`);
  return (
    <>
      <Heading query={query} />
      <AtIndexers query={query} />
      {isBare && query === '' ? (
        <NoCatalog />
      ) : query === '' ? (
        <>
          <RecentSearchesList />
          <StatePanel icon={IconSearch} title={t('search.start.title')}>
            {t('search.start.body')}
            {/* a phone has no such key */}
            {matchMedia('(hover: none)').matches ? null : ` ${t('search.start.keys')}`}
          </StatePanel>
        </>
      ) : (
        <Results query={query} regions={regions} />
      )}
    </>
  );
}
