import { Drawer, Indicator } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconBell, IconBellOff, IconX } from '@tabler/icons-react';
import { notificationsQuery, useMarkRead } from '../../api/queries/notification-queries.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { ErrorState } from '../feedback/error-state.js';
import { StatePanel } from '../feedback/state-panel.js';
import classes from './frame.module.css';
import { NotificationEntry } from './notification-entry.js';

/** The bell and the list behind it. */
export function NotificationMenu() {
  const { t } = useI18n();
  const [opened, { open, close }] = useDisclosure(false);
  const phone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const { data, error, refetch } = useQuery(notificationsQuery);
  const markRead = useMarkRead();
  const unread = data?.unread ?? 0;

  return (
    <>
      <button type="button" className={classes.iconButton} onClick={open} aria-label={t('notifications.open', { count: unread })}>
        <Indicator disabled={unread === 0} size={9} offset={3} color="amber">
          <IconBell size={22} stroke={1.7} aria-hidden="true" />
        </Indicator>
      </button>
      <Drawer.Root opened={opened} onClose={close} position={phone ? 'bottom' : 'right'} size={phone ? '80%' : 400}>
        <Drawer.Overlay backgroundOpacity={0.5} />
        <Drawer.Content className={classes.sheet ?? ''} radius={0}>
          <div className={classes.sheetHead}>
            <Drawer.Title className="serif">{t('notifications.title')}</Drawer.Title>
            {unread > 0 ? (
              <button type="button" className={classes.textButton} onClick={() => markRead.mutate(undefined)}>
                {t('notifications.markAll')}
              </button>
            ) : null}
            <button type="button" className={classes.iconButton} onClick={close} aria-label={t('common.close')}>
              <IconX size={20} aria-hidden="true" />
            </button>
          </div>
          {data ? (
            data.items.length > 0 ? (
              <ul className={classes.notifications}>
                {data.items.map((item) => (
                  <NotificationEntry
                    key={item.id}
                    item={item}
                    onOpen={() => {
                      if (!item.read) markRead.mutate([item.id]);
                      close();
                    }}
                  />
                ))}
              </ul>
            ) : (
              <StatePanel icon={IconBellOff} title={t('notifications.empty')} compact />
            )
          ) : error ? (
            <ErrorState error={error} onRetry={() => void refetch()} compact />
          ) : null}
        </Drawer.Content>
      </Drawer.Root>
    </>
  );
}
