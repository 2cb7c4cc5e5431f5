import { Select } from '@mantine/core';
import type { UserSearch } from '../../../api/queries/admin-queries.js';
import { filterSelect } from '../../../components/page/filter-select.js';
import { SearchField } from '../../../components/page/search-field.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from '../admin.module.css';

/** Filters people by name, role and state. */
export function UserFilters({ wanted, change }: { wanted: UserSearch; change: (members: UserSearch) => void }) {
  const { t } = useI18n();
  return (
    <div className={classes.toolbar}>
      <SearchField label={t('users.search')} value={wanted.search} onSearch={(search) => change({ search })} maxLength={100} />
      <Select
        {...filterSelect(t('users.role'), false)}
        data={(['admin', 'user'] as const).map((value) => ({ value, label: t(`account.role.${value}`) }))}
        value={wanted.role ?? null}
        onChange={(role) => change({ role: role ?? undefined })}
      />
      <Select
        {...filterSelect(t('users.filter.state'), false)}
        data={(['active', 'pending', 'rejected', 'disabled'] as const).map((value) => ({ value, label: t(`users.state.${value}`) }))}
        value={wanted.state ?? null}
        onChange={(state) => change({ state: state ?? undefined })}
      />
    </div>
  );
}
