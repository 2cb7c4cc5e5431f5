import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconBooks, IconLayoutList, IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useRef, useState, type ReactNode } from 'react';
import { loadPart } from '../../api/load-part.js';
import { HOME_LISTS, KEPT_LISTS } from '../../api/queries/book-list-queries.js';
import { homeQuery } from '../../api/queries/book-queries.js';
import { waitingRequestsQuery } from '../../api/queries/request-queries.js';
import { useMe } from '../../api/queries/session-queries.js';
import type { HomeSection } from '../../api/types.js';
import { BookCard } from '../../components/book/book-card.js';
import { BookCardSkeleton } from '../../components/book/book-grid.js';
import { NoCatalog, useNoCatalog } from '../../components/book/no-catalog.js';
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

function Sections({ sections }: { sections: HomeSection[] }) {
  const { t, relative } = useI18n();
  const noteOf = ({ gone, stale, fetchedAt }: HomeSection) =>
    gone ? { note: t('home.gone') } : stale && fetchedAt ? { note: t('home.stale', { when: relative(fetchedAt) }) } : {};
  const isBare = useNoCatalog();
  const titleOf = useSectionTitle();
  const shown = sections.filter((section) => section.items.length > 0 || section.gone);
  const filled = shown.filter((section) => section.items.length > 0);
  if (filled.length === 0 && isBare) return <NoCatalog />;
  if (filled.length === 0) {
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
  return shown.map((section, sectionIndex) => (
    <Shelf
      key={section.id}
      title={titleOf(section.id, section.title)}
      all={<ShowAll section={section} title={titleOf(section.id, section.title)} />}
      {...noteOf(section)}
    >
      {section.items.map((book, index) => (
        <BookCard key={book.asin} book={book} eager={sectionIndex === 0 && index < 6} />
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
