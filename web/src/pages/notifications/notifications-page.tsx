import { Button, Skeleton, Stack } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { IconBellOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMarkRead } from '../../api/queries/notification-queries.js';
import { ActionButton } from '../../components/controls/action-button.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { StatePanel } from '../../components/feedback/state-panel.js';
import { toast } from '../../components/feedback/toast.js';
import { useErrorText } from '../../components/feedback/use-error-text.js';
import { NotificationList } from '../../components/notification/notification-list.js';
import { useNotificationList } from '../../components/notification/use-notification-list.js';
import { PageHeader } from '../../components/page/page-header.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './notifications.module.css';

const PLACES = ['one', 'two', 'three', 'four', 'five'] as const;

type Listed = ReturnType<typeof useNotificationList>;

/** Reads on as the end comes near; the button does the same for the keyboard and after an error. */
function End({ items = [], hasMore, busy, showMore, moreError }: Listed) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const { ref, entry } = useIntersection({ rootMargin: '600px' });
  const isNear = entry?.isIntersecting === true;
  useEffect(() => {
    if (isNear && hasMore && !busy && !moreError) showMore();
    // a new page is a reason to check again: the end may still be near
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isNear, items.length]);
  if (!hasMore) return <p className={classes.end}>{t('notifications.end')}</p>;
  return (
    <div className={classes.more} ref={ref}>
      {moreError ? <p role="alert">{errorText(moreError)}</p> : null}
      <ActionButton variant="default" loading={busy} onClick={showMore}>
        {t('search.more')}
      </ActionButton>
    </div>
  );
}

function Body(listed: Listed) {
  const { t } = useI18n();
  const markRead = useMarkRead();
  const { items, error, refetch } = listed;
  if (!items) {
    if (error) return <ErrorState error={error} onRetry={refetch} />;
    return (
      <Stack gap="sm" role="status" aria-label={t('common.loading')}>
        {PLACES.map((place) => (
          <Skeleton key={place} h={84} />
        ))}
      </Stack>
    );
  }
  if (items.length === 0) {
    return (
      <StatePanel icon={IconBellOff} title={t('notifications.none')}>
        {t('notifications.none.body')}
      </StatePanel>
    );
  }
  return (
    <>
      <NotificationList
        items={items}
        onOpen={(item) => {
          if (!item.read) markRead.mutate([item.id]);
        }}
      />
      <End {...listed} />
    </>
  );
}

/** Everything that a person was told of, the newest first. */
export function NotificationsPage() {
  const { t } = useI18n();
  const errorText = useErrorText();
  const markRead = useMarkRead();
  const listed = useNotificationList();
  const { items, unread } = listed;
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('notifications.title')}
        lead={items && items.length > 0 ? t('notifications.unread', { count: unread }) : undefined}
        actions={
          <>
            {unread > 0 ? (
              <ActionButton
                variant="default"
                loading={markRead.isPending}
                onClick={() =>
                  markRead.mutate(undefined, {
                    onSuccess: () => toast.done(t('notifications.markedAll')),
                    onError: (error) => toast.problem(errorText(error)),
                  })
                }
              >
                {t('notifications.markAll')}
              </ActionButton>
            ) : null}
            <Button component={Link} to="/account/notifications" variant="default">
              {t('notifications.settings')}
            </Button>
          </>
        }
      />
      <Body {...listed} />
    </div>
  );
}
