import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { startLiveEvents } from '../../api/live-events.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { BookSheet } from '../book/book-sheet.js';
import classes from './frame.module.css';
import { Navigation } from './navigation.js';
import { NotificationMenu } from './notification-menu.js';
import { OfflineBanner } from './offline-banner.js';
import { SearchBox } from './search-box.js';
import { UserMenu } from './user-menu.js';

const CommandPalette = lazy(() => import('./command-palette.js').then((module) => ({ default: module.CommandPalette })));

/** The frame around every page behind the sign-in. */
export function Shell() {
  const { t } = useI18n();
  const client = useQueryClient();
  const [palette, { open, close }] = useDisclosure(false);
  useHotkeys([['mod+K', open]], []);
  useEffect(() => startLiveEvents(client), [client]);

  return (
    <div className={classes.frame}>
      <a href="#content" className={classes.skip}>
        {t('app.skip')}
      </a>
      <Navigation />
      <header className={classes.top}>
        <SearchBox />
        <div className={classes.topEnd}>
          <NotificationMenu />
          <UserMenu />
        </div>
      </header>
      <main id="content" className={classes.main} tabIndex={-1}>
        <OfflineBanner />
        <Outlet />
      </main>
      <BookSheet />
      {palette ? (
        <Suspense fallback={null}>
          <CommandPalette onClose={close} />
        </Suspense>
      ) : null}
    </div>
  );
}
