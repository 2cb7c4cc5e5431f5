import { Select } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import { countRequestFilters, REQUEST_SORTS, type RequestListFilter } from '../../api/request-list-filter.js';
import { STATUSES } from '../../api/request-status.js';
import { needMessages } from '../../i18n/catalog.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { DayFields } from '../page/day-fields.js';
import { FilterFrame } from '../page/filter-frame.js';
import frame from '../page/filter-frame.module.css';
import { filterSelect } from '../page/filter-select.js';
import { SearchField } from '../page/search-field.js';
import { PersonField } from './person-field.js';

needMessages('requestLists');

interface FieldProps {
  filter: RequestListFilter;
  change: (members: RequestListFilter) => void;
  inSheet: boolean;
}

function Fields({ filter, change, inSheet, ofAll }: FieldProps & { ofAll: boolean }) {
  const { t } = useI18n();
  return (
    <>
      {ofAll ? <PersonField person={filter.person} onChoose={(person) => change({ person })} inSheet={inSheet} /> : null}
      <Select
        {...filterSelect(t('requestList.type'), inSheet)}
        data={(['audiobook', 'ebook'] as const).map((value) => ({ value, label: t(`requestList.type.${value}`) }))}
        value={filter.type ?? null}
        onChange={(type) => change({ type: type ?? undefined })}
      />
      <Select
        {...filterSelect(t('requestList.status'), inSheet)}
        searchable
        data={STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
        value={filter.status ?? null}
        // a status is of one group, so the tabs have nothing to add
        onChange={(status) => change({ status: status ?? undefined, group: undefined })}
      />
      <DayFields days={filter} onChange={change} />
    </>
  );
}

interface RequestListFiltersProps extends Omit<FieldProps, 'inSheet'> {
  clear: () => void;
  /** Of everybody. */
  ofAll?: boolean;
  /** How many requests are left, where that is known. */
  total: number | undefined;
}

/** Filters and sorts a list of requests. */
export function RequestListFilters({ filter, change, clear, ofAll = false, total }: RequestListFiltersProps) {
  const { t } = useI18n();
  return (
    <FilterFrame
      search={
        <SearchField
          className={frame.search}
          label={t('requestList.search')}
          value={filter.search}
          onSearch={(search) => change({ search })}
        />
      }
      fields={(inSheet) => <Fields filter={filter} change={change} inSheet={inSheet} ofAll={ofAll} />}
      sort={
        <Select
          className={frame.sort ?? ''}
          comboboxProps={{ withinPortal: false }}
          aria-label={t('filter.sort')}
          leftSection={<IconArrowsSort size={16} aria-hidden="true" />}
          allowDeselect={false}
          data={REQUEST_SORTS.map((value) => ({ value, label: t(`requestList.sort.${value}`) }))}
          value={filter.sort ?? 'updatedAt.desc'}
          onChange={(sort) => change({ sort: sort === 'updatedAt.desc' ? undefined : (sort ?? undefined) })}
        />
      }
      active={countRequestFilters(filter)}
      onClear={clear}
      show={total === undefined ? undefined : t('requestList.show', { count: total })}
    />
  );
}
