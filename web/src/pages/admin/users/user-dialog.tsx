import { Alert, Button, Group, Select } from '@mantine/core';
import { useState } from 'react';
import { ActionButton } from '../../../components/controls/action-button.js';
import { isApiError } from '../../../api/api-error.js';
import { useDeleteUser, useSaveUser } from '../../../api/queries/admin-queries.js';
import { useMe } from '../../../api/queries/session-queries.js';
import type { User } from '../../../api/types.js';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { Dialog } from '../../../components/feedback/dialog.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from '../admin.module.css';
import { UserAccess } from './user-access.js';
import { UserCalendar } from './user-calendar.js';
import { isTooShort, UserIdentity } from './user-identity.js';
import type { Identity } from './user-identity.js';
import { UserPermissions } from './user-permissions.js';

const NEW_PERMISSIONS: User['permissions'] = { autoApprove: null, interactiveSearch: null, downloadAccess: null };

function changedAccess(user: User, { role, state }: Pick<User, 'role' | 'state'>) {
  return { ...(role === user.role ? {} : { role }), ...(state === user.state || state === 'pending' ? {} : { state }) };
}

function RoleField({ value, isOwn, onChange }: { value: User['role']; isOwn: boolean; onChange: (role: User['role']) => void }) {
  const { t } = useI18n();
  return (
    <Select
      label={t('users.role')}
      value={value}
      data={[
        { value: 'user', label: t('account.role.user') },
        { value: 'admin', label: t('account.role.admin') },
      ]}
      onChange={(role) => onChange(role === 'admin' ? 'admin' : 'user')}
      disabled={isOwn}
      {...(isOwn ? { description: t('users.ownRole') } : {})}
    />
  );
}

/** Creates or changes a person. A permission is allowed, forbidden, or follows the general setting. */
export function UserDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const me = useMe();
  const save = useSaveUser();
  const remove = useDeleteUser();
  const [identity, setIdentity] = useState<Identity>({
    username: '',
    displayName: user?.displayName ?? '',
    email: user?.email ?? '',
    password: '',
  });
  const [role, setRole] = useState(user?.role ?? 'user');
  const [permissions, setPermissions] = useState(user?.permissions ?? NEW_PERMISSIONS);
  const [quota, setQuota] = useState(user?.quota ?? null);
  const [state, setState] = useState(user?.state ?? 'active');
  const [deleting, setDeleting] = useState(false);
  const fields = isApiError(save.error) ? Object.fromEntries(save.error.fields.map(({ path, message }) => [path, message])) : {};

  const submit = () => {
    if (isTooShort(identity)) return;
    const { username, displayName, email, password } = identity;
    const address = email.trim() || null;
    // changes to who gets in require confirmation, so only differences are sent
    const common = {
      ...(displayName.trim() ? { displayName: displayName.trim() } : {}),
      ...(address === (user?.email ?? null) ? {} : { email: address }),
    };
    save.mutate(
      user
        ? {
            id: user.id,
            change: { ...common, permissions, quota, ...(password ? { password } : {}), ...changedAccess(user, { role, state }) },
          }
        : { create: { ...common, role, username: username.trim(), password } },
      {
        onSuccess: () => {
          toast.done(t('common.saved'));
          onClose();
        },
      },
    );
  };

  if (deleting && user) {
    return (
      <ConfirmDialog
        title={t('users.delete.title', { name: user.displayName || user.username })}
        confirm={t('common.delete')}
        danger
        busy={remove.isPending}
        onClose={() => setDeleting(false)}
        onConfirm={() => remove.mutate(user.id, { onSuccess: onClose, onError: (error) => toast.problem(errorText(error)) })}
      >
        {t('users.delete.body')}
      </ConfirmDialog>
    );
  }
  return (
    <Dialog onClose={onClose} title={user ? t('users.edit', { name: user.username }) : t('users.add')}>
      <form
        className={classes.stack}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <UserIdentity value={identity} isNew={user === null} errors={fields} onChange={setIdentity} />
        <RoleField value={role} isOwn={user?.id === me.id} onChange={setRole} />
        {user && role === 'user' ? (
          <UserPermissions permissions={permissions} quota={quota} onPermissions={setPermissions} onQuota={setQuota} />
        ) : null}
        {user && user.id !== me.id ? <UserAccess user={user} state={state} onState={setState} /> : null}
        {user && user.id !== me.id ? <UserCalendar user={user} /> : null}
        {save.error && Object.keys(fields).length === 0 ? (
          <Alert color="red" variant="light" role="alert">
            {errorText(save.error)}
          </Alert>
        ) : null}
        <Group justify="space-between" mt="sm">
          {user && user.id !== me.id ? (
            <Button variant="subtle" color="red" onClick={() => setDeleting(true)}>
              {t('common.delete')}
            </Button>
          ) : (
            <span />
          )}
          <Group gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <ActionButton type="submit" loading={save.isPending}>
              {t('common.save')}
            </ActionButton>
          </Group>
        </Group>
      </form>
    </Dialog>
  );
}
