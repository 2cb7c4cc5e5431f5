import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconPlus, IconSearchOff, IconShieldHalf, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { usersQuery, type UserSearch } from '../../../api/queries/admin-queries.js';
import type { User } from '../../../api/types.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { StatePanel } from '../../../components/feedback/state-panel.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { Pager } from '../../../components/page/pager.js';
import { useLastPage } from '../../../components/page/use-last-page.js';
import { Chip } from '../../../components/status/chip.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { labelled } from '../../../i18n/join-names.js';
import classes from '../admin.module.css';
import { PendingUsers } from './pending-users.js';
import { UserFilters } from './user-filters.js';
import { UserDialog } from './user-dialog.js';

function UserRow({ user, onEdit }: { user: User; onEdit: () => void }) {
  const { t, date, relative } = useI18n();
  const admin = user.role === 'admin';
  return (
    <tr>
      <td>
        <strong>{user.displayName || user.username}</strong>
        <span className={classes.sub}>{user.username}</span>
      </td>
      <td>
        <Chip tone={admin ? 'moving' : 'closed'} icon={admin ? IconShieldHalf : IconUser}>
          {t(`account.role.${user.role}`)}
        </Chip>
        {user.state === 'active' ? null : <span className={classes.sub}>{t(`users.state.${user.state}`)}</span>}
      </td>
      <td data-label={t('users.since')}>
        {date(user.createdAt)}
        {user.lastSeenAt ? <span className={classes.sub}>{t('users.lastSeen', { when: relative(user.lastSeenAt) })}</span> : null}
      </td>
      <td>
        <Button variant="default" onClick={onEdit} aria-label={labelled(t('common.edit'), user.username)}>
          {t('common.edit')}
        </Button>
      </td>
    </tr>
  );
}

export function UsersPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const wanted = useSearch({ from: '/shell/admin/users' });
  const [editing, setEditing] = useState<User | 'new' | null>(null);
  const { data, error, refetch } = useQuery(usersQuery(wanted));
  const change = (members: UserSearch) =>
    void navigate({ to: '.', search: (previous) => ({ ...previous, page: undefined, ...members }), replace: true, resetScroll: false });
  const turnTo = (page: number, replace = false) => void navigate({ to: '.', search: { ...wanted, page }, replace });
  useLastPage(data, (last) => turnTo(last, true));
  return (
    <>
      <PageHeader
        title={t('users.title')}
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={() => setEditing('new')}>
            {t('users.add')}
          </Button>
        }
      />
      <PendingUsers />
      <UserFilters wanted={wanted} change={change} />
      {data && data.total === 0 ? <StatePanel icon={IconSearchOff} title={t('users.none')} compact /> : null}
      {data && data.total > 0 ? (
        <>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('users.name')}</th>
                <th scope="col">{t('users.role')}</th>
                <th scope="col">{t('users.since')}</th>
                <th scope="col">
                  <span className="visually-hidden">{t('common.edit')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.items.map((user) => (
                <UserRow key={user.id} user={user} onEdit={() => setEditing(user)} />
              ))}
            </tbody>
          </table>
          <Pager page={data.page} limit={data.limit} total={data.total} onPage={turnTo} />
        </>
      ) : data ? null : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingBlock height={200} />
      )}
      {editing ? <UserDialog user={editing === 'new' ? null : editing} onClose={() => setEditing(null)} /> : null}
    </>
  );
}
