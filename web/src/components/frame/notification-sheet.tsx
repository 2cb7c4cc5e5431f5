import { Button, Drawer } from '@mantine/core';
import { IconBellOff, IconSettings, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../../api/queries/session-queries.js';
import { useMarkRead } from '../../api/queries/notification-queries.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { ErrorState } from '../feedback/error-state.js';
import { StatePanel } from '../feedback/state-panel.js';
import { useFocusReturn } from '../feedback/use-focus-return.js';
import { NotificationList } from '../notification/notification-list.js';
import { useNotificationList } from '../notification/use-notification-list.js';
import { AttentionList } from '../notification/attention-list.js';
import classes from './frame.module.css';
import { useIsPhone } from '../page/use-is-phone.js';

/** The newest notifications; the page has all of them. */
export function NotificationSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useI18n();
  const phone = useIsPhone();
  const { data: me } = useQuery({ ...meQuery, enabled: false });
  const { items, unread, error, refetch } = useNotificationList();
  const markRead = useMarkRead();
  useFocusReturn(opened);
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position={phone ? 'bottom' : 'right'}
      size={phone ? '80%' : 440}
      classNames={{ content: classes.sheet ?? '' }}
    >
      <Drawer.Overlay backgroundOpacity={0.5} />
      <Drawer.Content radius={0}>
        <div data-stays className={classes.sheetHead}>
          <Drawer.Title>{t('notifications.title')}</Drawer.Title>
          <Link to="/account/notifications" className={classes.iconButton} onClick={onClose} aria-label={t('notifications.settings')}>
            <IconSettings size={20} aria-hidden="true" />
          </Link>
          <button type="button" className={classes.iconButton} onClick={onClose} aria-label={t('common.close')}>
            <IconX size={20} aria-hidden="true" />
          </button>
          {unread > 0 ? (
            <button type="button" className={classes.textButton} onClick={() => markRead.mutate(undefined)}>
              {t('notifications.markAll')}
            </button>
          ) : null}
        </div>
        {me?.role === 'admin' ? <AttentionList onFollow={onClose} /> : null}
        {items && items.length > 0 ? (
          <div className={classes.notifications}>
            <NotificationList
              items={items}
              onOpen={(item) => {
                if (!item.read) markRead.mutate([item.id]);
                onClose();
              }}
            />
            <Button component={Link} to="/notifications" variant="default" mt="md" fullWidth onClick={onClose}>
              {t('notifications.all')}
            </Button>
          </div>
        ) : null}
        {items?.length === 0 ? <StatePanel icon={IconBellOff} title={t('notifications.empty')} compact /> : null}
        {error ? <ErrorState error={error} onRetry={refetch} compact /> : null}
      </Drawer.Content>
    </Drawer.Root>
  );
}
