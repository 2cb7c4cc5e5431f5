import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconBooks, IconLayoutList, IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useRef, useState, type ReactNode } from 'react';
import { loadPart } from '../../api/load-part.js';
import { HOME_LISTS, KEPT_LISTS } from '../../api/queries/book-list-queries.js';
import { homeQuery } from '../../api/queries/book-queries.js';
import { waitingRequestsQuery } from '../../api/queries/request-queries.js';
import { useMe } from '../../api/queries/session-queries.js';
import type { HomeSection } from '../../api/types.js';
import { BookCard } from '../../components/book/book-card.js';
import { BookCardSkeleton } from '../../components/book/book-grid.js';
import { NoCatalog, SilentCatalog, useCatalogStanding } from '../../components/book/no-catalog.js';
import { Shelf } from '../../components/book/shelf.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { StatePanel } from '../../components/feedback/state-panel.js';
import { useWindowTitle } from '../../components/page/page-header.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './home-page.module.css';
import { categoryOf, useSectionTitle } from './section-title.js';

const SetupChecklist = lazy(() => loadPart(import('../admin/setup-checklist.js')).then((module) => ({ default: module.SetupChecklist })));

const WaitingRequests = lazy(() => loadPart(import('./waiting-requests.js')).then((module) => ({ default: module.WaitingRequests })));

const ArrangeHome = lazy(() => loadPart(import('./arrange-home.js')).then((module) => ({ default: module.ArrangeHome })));

function Greeting() {
  const { t } = useI18n();
  const me = useMe();
  const hour = new Date().getHours();
  const part = hour < 12 ? 'morning' : hour < 18 ? 'day' : 'evening';
  return <h1 className={classes.greeting}>{t(`home.greeting.${part}`, { name: me.displayName || me.username })}</h1>;
}

/** Pages that show all of a section, besides those of the catalogue. */
const PAGES_OF: Readonly<Record<string, '/requests' | '/shelves' | '/coming-up'>> = {
  'in-progress': '/requests',
  followed: '/shelves',
  'coming-up': '/coming-up',
};

/** A row shows the first books; the rest is behind this. */
function ShowAll({ section, title }: { section: HomeSection; title: string }) {
  const { t } = useI18n();
  const list = KEPT_LISTS.find((one) => one === section.id);
  const categoryId = categoryOf(section.id);
  const label = t('home.showAll.of', { shelf: title });
  if (categoryId !== undefined) {
    return (
      <Link to="/browse/categories/$categoryId" params={{ categoryId }} className="small" aria-label={label}>
        {t('home.showAll')}
      </Link>
    );
  }
  if (list) {
    return (
      <Link to="/browse/$list" params={{ list }} className="small" aria-label={label}>
        {t('home.showAll')}
      </Link>
    );
  }
  const homeList = HOME_LISTS.find((one) => one === section.id);
  if (homeList) {
    return (
      <Link to="/home/$list" params={{ list: homeList }} className="small" aria-label={label}>
        {t('home.showAll')}
      </Link>
    );
  }
  const page = PAGES_OF[section.id];
  if (page === undefined) return null;
  return (
    <Link to={page} className="small" aria-label={label}>
      {t('home.showAll')}
    </Link>
  );
}

/** Of the first row, what every screen shows of it. */
const SEEN_AT_ONCE = 3;

/** Rows that a phone shows without scrolling. */
const ROWS_AT_ONCE = 2;

/** Pixels; no card of a row is narrower, as `book.module.css` has it. */
const NARROWEST_CARD = 138;

const isShown = (section: HomeSection): boolean => section.items.length > 0 || section.gone === true;

/** What the window shows without scrolling, and a little more. */
function firstOf(sections: HomeSection[]): HomeSection[] {
  const cards = Math.ceil(globalThis.innerWidth / NARROWEST_CARD);
  const rows = sections.filter(isShown).slice(0, ROWS_AT_ONCE);
  return rows.map((section) => ({ ...section, items: section.items.slice(0, cards) }));
}

let wasShown = false;

/** On the first visit a slow phone draws what it shows, and then the rest. Later visits have it all at once, so that scrolling goes back. */
function useRowsInTurn(sections: HomeSection[]): HomeSection[] {
  useEffect(() => {
    wasShown = true;
  }, []);
  return useDeferredValue(sections, wasShown ? sections : firstOf(sections)).filter(isShown);
}

/** Nothing to show: because no catalogue is connected, because it does not answer, or because nobody did anything yet. */
function NoBooks() {
  const { t } = useI18n();
  const standing = useCatalogStanding();
  if (standing === undefined) return <Loading />;
  if (standing === 'none') return <NoCatalog />;
  if (standing === 'silent') return <SilentCatalog />;
  return (
    <StatePanel
      icon={IconBooks}
      title={t('home.empty.title')}
      action={
        <Button leftSection={<IconSearch size={16} />} renderRoot={(props) => <Link to="/search" {...props} />}>
          {t('home.empty.action')}
        </Button>
      }
    >
      {t('home.empty.body')}
    </StatePanel>
  );
}

function Sections({ sections }: { sections: HomeSection[] }) {
  const { t, relative } = useI18n();
  const noteOf = ({ gone, stale, fetchedAt }: HomeSection) =>
    gone ? { note: t('home.gone') } : stale && fetchedAt ? { note: t('home.stale', { when: relative(fetchedAt) }) } : {};
  const titleOf = useSectionTitle();
  const rows = useRowsInTurn(sections);
  if (!sections.some((section) => section.items.length > 0)) return <NoBooks />;
  return rows.map((section, sectionIndex) => (
    <Shelf
      key={section.id}
      title={titleOf(section.id, section.title)}
      all={<ShowAll section={section} title={titleOf(section.id, section.title)} />}
      {...noteOf(section)}
    >
      {section.items.map((book, index) => (
        <BookCard key={book.asin} book={book} eager={sectionIndex === 0 && index < SEEN_AT_ONCE} />
      ))}
    </Shelf>
  ));
}

function Loading() {
  const { t } = useI18n();
  return (
    <div role="status" aria-label={t('common.loading')}>
      {[0, 1].map((row) => (
        <div key={row}>
          <Skeleton height={22} width={180} mt={40} mb={18} radius="sm" />
          <div className={classes.loadingRow}>
            {Array.from({ length: 8 }, (_, index) => (
              <BookCardSkeleton key={index} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

/** What an admin sees first. The rest waits for it, because it would be pushed down a moment later. */
function AdminStrips({ children }: { children: ReactNode }) {
  const { isFetched, failureCount } = useQuery(waitingRequestsQuery);
  if (!isFetched && failureCount === 0) return <Loading />;
  return (
    <Suspense fallback={<Loading />}>
      <SetupChecklist />
      <WaitingRequests />
      {children}
    </Suspense>
  );
}

export function HomePage() {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(homeQuery);
  const { role } = useMe();
  const [isArranging, setArranging] = useState(false);
  const wasArranging = useRef(false);
  const arrangeButton = useCallback((button: HTMLButtonElement | null) => {
    if (button && wasArranging.current) button.focus({ preventScroll: true });
  }, []);
  const arrange = () => {
    wasArranging.current = true;
    setArranging(true);
  };
  useWindowTitle(t('app.name'));
  if (isArranging) {
    return (
      <Suspense fallback={null}>
        <ArrangeHome onClose={() => setArranging(false)} />
      </Suspense>
    );
  }
  const sections = data ? (
    <Sections sections={data.sections} />
  ) : error ? (
    <ErrorState error={error} onRetry={() => void refetch()} />
  ) : (
    <Loading />
  );
  return (
    <>
      <header className={classes.head}>
        <Greeting />
        <Button ref={arrangeButton} variant="subtle" size="sm" px="sm" className={classes.arrange ?? ''} onClick={arrange}>
          <IconLayoutList size={18} aria-hidden="true" />
          <span className={classes.arrangeLabel}>{t('home.arrange')}</span>
        </Button>
      </header>
      {role === 'admin' ? <AdminStrips>{sections}</AdminStrips> : sections}
    </>
  );
}
