import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { notificationsQuery, olderNotificationsQuery } from '../../api/queries/notification-queries.js';
import type { NotificationItem } from '../../api/types.js';

/** The notifications so far, and a way to those before them. */
interface NotificationList {
  /** Absent until the first answer. */
  readonly items: readonly NotificationItem[] | undefined;
  readonly unread: number;
  readonly hasMore: boolean;
  readonly busy: boolean;
  readonly showMore: () => void;
  /** Of the first page. */
  readonly error: unknown;
  /** Of a later one. */
  readonly moreError: unknown;
  readonly refetch: () => void;
}

/** The newest are those that the bell asks for anyway; older ones are read once somebody wants them. */
export function useNotificationList(): NotificationList {
  const { data, error, refetch } = useQuery(notificationsQuery);
  const [wantsOlder, setWantsOlder] = useState(false);
  const after = data?.nextCursor;
  const older = useInfiniteQuery({ ...olderNotificationsQuery(after ?? ''), enabled: wantsOlder && after !== undefined });
  const pages = wantsOlder && after !== undefined ? (older.data?.pages ?? []) : [];
  return {
    items: data && [...data.items, ...pages.flatMap((page) => page.items)],
    unread: data?.unread ?? 0,
    hasMore: after !== undefined && (!wantsOlder || older.hasNextPage || older.isError || older.isPending),
    busy: wantsOlder && older.isFetching,
    showMore: () => {
      if (!wantsOlder) setWantsOlder(true);
      else if (older.data) void older.fetchNextPage();
      else void older.refetch();
    },
    error: data ? null : error,
    moreError: wantsOlder ? older.error : null,
    refetch: () => void refetch(),
  };
}
