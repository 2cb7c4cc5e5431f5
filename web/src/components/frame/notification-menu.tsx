import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconBell } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { loadPart } from '../../api/load-part.js';
import { notificationsQuery } from '../../api/queries/notification-queries.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './frame.module.css';
import { useAppBadge } from './use-app-badge.js';

const NotificationSheet = lazy(() => loadPart(import('./notification-sheet.js')).then((module) => ({ default: module.NotificationSheet })));

/** The bell; the list behind it is loaded on first use. */
export function NotificationMenu() {
  const { t } = useI18n();
  const [opened, { open, close }] = useDisclosure(false);
  const [wanted, setWanted] = useState(false);
  const { data } = useQuery(notificationsQuery);
  const unread = data?.unread ?? 0;
  useAppBadge(data?.unread);
  return (
    <>
      <button
        type="button"
        className={classes.iconButton}
        onClick={() => {
          setWanted(true);
          open();
        }}
        aria-label={t('notifications.open', { count: unread })}
      >
        <IconBell size={22} stroke={1.7} aria-hidden="true" />
        {unread > 0 ? <span className={classes.badgeDot} aria-hidden="true" /> : null}
      </button>
      {wanted ? (
        <Suspense fallback={null}>
          <NotificationSheet opened={opened} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}
