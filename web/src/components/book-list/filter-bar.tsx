import { Button, Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconArrowsSort } from '@tabler/icons-react';
import { useState } from 'react';
import { BOOK_SORTS } from '../../api/book-list-filter.js';
import type { BookListOf } from '../../api/queries/book-list-queries.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { Dialog } from '../feedback/dialog.js';
import classes from './book-list.module.css';
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
      className={classes.sort}
      comboboxProps={{ withinPortal: false }}
      aria-label={t('filter.sort')}
      leftSection={<IconArrowsSort size={16} aria-hidden="true" />}
      data={[{ value: AS_LISTED, label: listed }, ...BOOK_SORTS.map((value) => ({ value, label: t(`filter.sort.${value}`) }))]}
      value={filter.sorted ?? AS_LISTED}
      onChange={(value) => change({ sorted: BOOK_SORTS.find((sort) => sort === value) })}
    />
  );
}

/** Filters and sorts the list below it: in a row, or in a sheet on a phone. */
export function FilterBar({ list, filter, active, change, clear, count }: FilterBarProps) {
  const { t } = useI18n();
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const [isOpen, setOpen] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const fields = (
    <FilterFields list={list} filter={filter} onChange={change} wanted={isTouched || isOpen || active > 0} inSheet={isPhone} />
  );
  const clearAll = (
    <Button variant="subtle" color="gray" onClick={clear}>
      {t('filter.clear')}
    </Button>
  );
  return (
    <div
      className={classes.bar}
      role="group"
      aria-label={t('filter.label')}
      onFocusCapture={() => setTouched(true)}
      onPointerEnter={() => setTouched(true)}
    >
      {isPhone ? (
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={18} />}
          onClick={() => setOpen(true)}
          aria-haspopup="dialog"
        >
          {active > 0 ? t('filter.openActive', { count: active }) : t('filter.open')}
        </Button>
      ) : (
        fields
      )}
      <SortField list={list} filter={filter} change={change} />
      {active > 0 && !isPhone ? clearAll : null}
      {isOpen ? (
        <Dialog title={t('filter.title')} onClose={() => setOpen(false)}>
          <div className={classes.sheet}>
            {fields}
            <div className={classes.sheetEnd}>
              {active > 0 ? clearAll : null}
              <Button onClick={() => setOpen(false)}>{count === undefined ? t('common.done') : t('filter.show', { count })}</Button>
            </div>
          </div>
        </Dialog>
      ) : null}
    </div>
  );
}
