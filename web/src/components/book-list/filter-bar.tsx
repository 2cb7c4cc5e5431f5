import { Select } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import { useState } from 'react';
import { BOOK_SORTS } from '../../api/book-list-filter.js';
import type { BookListOf } from '../../api/queries/book-list-queries.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { FilterFrame } from '../page/filter-frame.js';
import frame from '../page/filter-frame.module.css';
import { FilterFields } from './filter-fields.js';
import type { ListFilter } from './use-list-filter.js';

interface FilterBarProps extends ListFilter {
  list: BookListOf;
  /** How many books are left, where that is known. */
  count: number | undefined;
}

const AS_LISTED = 'listed';

function SortField({ list, filter, change }: Pick<FilterBarProps, 'list' | 'filter' | 'change'>) {
  const { t } = useI18n();
  const listed = t(list.kind === 'search' ? 'filter.sort.relevance' : 'filter.sort.listed');
  return (
    <Select
      className={frame.sort}
      comboboxProps={{ withinPortal: false }}
      aria-label={t('filter.sort')}
      leftSection={<IconArrowsSort size={16} aria-hidden="true" />}
      data={[{ value: AS_LISTED, label: listed }, ...BOOK_SORTS.map((value) => ({ value, label: t(`filter.sort.${value}`) }))]}
      value={filter.sorted ?? AS_LISTED}
      onChange={(value) => change({ sorted: BOOK_SORTS.find((sort) => sort === value) })}
    />
  );
}

/** Filters and sorts a list of books. */
export function FilterBar({ list, filter, active, change, clear, count }: FilterBarProps) {
  const { t } = useI18n();
  const [isTouched, setTouched] = useState(false);
  return (
    <FilterFrame
      fields={(inSheet) => (
        <FilterFields list={list} filter={filter} onChange={change} wanted={isTouched || inSheet || active > 0} inSheet={inSheet} />
      )}
      sort={<SortField list={list} filter={filter} change={change} />}
      active={active}
      onClear={clear}
      show={count === undefined ? undefined : t('filter.show', { count })}
      onNear={() => setTouched(true)}
    />
  );
}
