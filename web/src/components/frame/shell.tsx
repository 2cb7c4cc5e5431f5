import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore, type MouseEvent } from 'react';
import { loadPart } from '../../api/load-part.js';
import { startLiveEvents } from '../../api/live-events.js';
import { outbox } from '../../api/outbox.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './frame.module.css';
import { Navigation } from './navigation.js';
import { NotificationMenu } from './notification-menu.js';
import { OfflineBanner } from './offline-banner.js';
import { OutdatedBanner } from './outdated-banner.js';
import { SearchBox } from './search-box.js';
import { UpdateBanner } from './update-banner.js';
import { usePageKeys } from './use-page-keys.js';
import { UserButton } from './user-button.js';

const BookSheet = lazy(() => loadPart(import('../book/book-sheet.js')).then((module) => ({ default: module.BookSheet })));
const KeysDialog = lazy(() => loadPart(import('./keys-dialog.js')).then((module) => ({ default: module.KeysDialog })));
const OutboxNotice = lazy(() => loadPart(import('./outbox-notice.js')).then((module) => ({ default: module.OutboxNotice })));
const CommandPalette = lazy(() => loadPart(import('./command-palette.js')).then((module) => ({ default: module.CommandPalette })));

/** Pages with a navigation of their own have their content behind that. */
function skipPastNavigation(event: MouseEvent): void {
  const content = document.querySelector<HTMLElement>('[data-skip-to]');
  if (!content) return;
  event.preventDefault();
  content.focus();
}

/** The frame around every page behind the sign-in. */
export function Shell() {
  const { t } = useI18n();
  const client = useQueryClient();
  const { book } = useSearch({ strict: false });
  const [sheetWanted, setSheetWanted] = useState(book !== undefined);
  if (book !== undefined && !sheetWanted) setSheetWanted(true);
  const hasWishes = useSyncExternalStore(outbox.subscribe, outbox.list).length > 0;
  const [palette, { open, close }] = useDisclosure(false);
  const [keys, { open: showKeys, close: hideKeys }] = useDisclosure(false);
  useHotkeys([['mod+K', open]], []);
  usePageKeys(showKeys);
  useEffect(() => startLiveEvents(client), [client]);

  return (
    <div className={classes.frame}>
      <a href="#content" className={classes.skip} onClick={skipPastNavigation}>
        {t('app.skip')}
      </a>
      <Navigation />
      <header className={classes.top}>
        <SearchBox />
        <div className={classes.topEnd}>
          <NotificationMenu />
          <UserButton />
        </div>
      </header>
      <main id="content" className={classes.main} tabIndex={-1}>
        <UpdateBanner />
        <OfflineBanner />
        <OutdatedBanner />
        {hasWishes ? (
          <Suspense fallback={null}>
            <OutboxNotice />
          </Suspense>
        ) : null}
        <Outlet />
      </main>
      {sheetWanted ? (
        <Suspense fallback={null}>
          <BookSheet />
        </Suspense>
      ) : null}
      {palette ? (
        <Suspense fallback={null}>
          <CommandPalette onClose={close} onKeys={showKeys} />
        </Suspense>
      ) : null}
      {keys ? (
        <Suspense fallback={null}>
          <KeysDialog onClose={hideKeys} />
        </Suspense>
      ) : null}
    </div>
  );
}
