import { Select } from '@mantine/core';
import type { Permissions, User } from '../../../api/types.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { QuotaField } from './quota-field.js';

const PERMISSIONS: readonly (keyof Permissions)[] = ['autoApprove', 'interactiveSearch', 'downloadAccess'];

interface UserPermissionsProps {
  permissions: User['permissions'];
  quota: User['quota'];
  onPermissions: (permissions: User['permissions']) => void;
  onQuota: (quota: User['quota']) => void;
}

/** A member's permissions: allowed, forbidden, or following the general setting. */
export function UserPermissions({ permissions, quota, onPermissions, onQuota }: UserPermissionsProps) {
  const { t } = useI18n();
  return (
    <>
      {PERMISSIONS.map((permission) => (
        <Select
          key={permission}
          label={t(`users.permission.${permission}`)}
          value={String(permissions[permission])}
          data={[
            { value: 'null', label: t('users.permission.default') },
            { value: 'true', label: t('users.permission.allow') },
            { value: 'false', label: t('users.permission.forbid') },
          ]}
          onChange={(value) => onPermissions({ ...permissions, [permission]: value === 'null' ? null : value === 'true' })}
        />
      ))}
      <QuotaField value={quota} onChange={onQuota} />
    </>
  );
}
