import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { IconBellOff, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { notificationsQuery, olderNotificationsQuery, useMarkRead } from '../../api/queries/notification-queries.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { ActionButton } from '../controls/action-button.js';
import { ErrorState } from '../feedback/error-state.js';
import { StatePanel } from '../feedback/state-panel.js';
import { useFocusReturn } from '../feedback/use-focus-return.js';
import classes from './frame.module.css';
import { NotificationEntry } from './notification-entry.js';

export function NotificationSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useI18n();
  const phone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const { data, error, refetch } = useQuery(notificationsQuery);
  const markRead = useMarkRead();
  useFocusReturn(opened);
  const [wantsOlder, setWantsOlder] = useState(false);
  const after = data?.nextCursor;
  const older = useInfiniteQuery({ ...olderNotificationsQuery(after ?? ''), enabled: wantsOlder && after !== undefined });
  const items = [
    ...(data?.items ?? []),
    ...(wantsOlder && after !== undefined ? (older.data?.pages ?? []) : []).flatMap((page) => page.items),
  ];
  const hasMore = after !== undefined && (!wantsOlder || older.hasNextPage || older.isError);
  const showMore = () => {
    if (!wantsOlder) setWantsOlder(true);
    else if (older.data) void older.fetchNextPage();
    else void older.refetch();
  };
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position={phone ? 'bottom' : 'right'}
      size={phone ? '80%' : 400}
      classNames={{ content: classes.sheet ?? '' }}
    >
      <Drawer.Overlay backgroundOpacity={0.5} />
      <Drawer.Content radius={0}>
        <div className={classes.sheetHead}>
          <Drawer.Title className="serif">{t('notifications.title')}</Drawer.Title>
          {data && data.unread > 0 ? (
            <button type="button" className={classes.textButton} onClick={() => markRead.mutate(undefined)}>
              {t('notifications.markAll')}
            </button>
          ) : null}
          <button type="button" className={classes.iconButton} onClick={onClose} aria-label={t('common.close')}>
            <IconX size={20} aria-hidden="true" />
          </button>
        </div>
        {data && data.items.length > 0 ? (
          <ul className={classes.notifications}>
            {items.map((item) => (
              <NotificationEntry
                key={item.id}
                item={item}
                onOpen={() => {
                  if (!item.read) markRead.mutate([item.id]);
                  onClose();
                }}
              />
            ))}
          </ul>
        ) : null}
        {hasMore ? (
          <ActionButton variant="default" mt="md" fullWidth loading={older.isFetching} onClick={showMore}>
            {t('search.more')}
          </ActionButton>
        ) : null}
        {data && data.items.length === 0 ? <StatePanel icon={IconBellOff} title={t('notifications.empty')} compact /> : null}
        {!data && error ? <ErrorState error={error} onRetry={() => void refetch()} compact /> : null}
      </Drawer.Content>
    </Drawer.Root>
  );
}
