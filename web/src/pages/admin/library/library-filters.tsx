import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconArrowsSort } from '@tabler/icons-react';
import { countLibraryFilters, LIBRARY_SORTS, type LibrarySearch } from '../../../api/library-filter.js';
import { integrationsQuery } from '../../../api/queries/integration-queries.js';
import { FilterFrame } from '../../../components/page/filter-frame.js';
import frame from '../../../components/page/filter-frame.module.css';
import { filterSelect } from '../../../components/page/filter-select.js';
import { SearchField } from '../../../components/page/search-field.js';
import { useI18n } from '../../../i18n/i18n-context.js';

interface LibraryFiltersProps {
  wanted: LibrarySearch;
  change: (members: LibrarySearch) => void;
  /** How many items are left, where that is known. */
  total: number | undefined;
}

/** Filters and sorts the items of the media servers. */
export function LibraryFilters({ wanted, change, total }: LibraryFiltersProps) {
  const { t } = useI18n();
  const { data: integrations = [] } = useQuery(integrationsQuery);
  const servers = integrations
    .filter(({ provides }) => provides.includes('mediaServer'))
    .map(({ id, name }) => ({ value: id, label: name }));
  const { server } = wanted;
  if (server && !servers.some(({ value }) => value === server)) servers.push({ value: server, label: server });
  return (
    <FilterFrame
      search={
        <SearchField className={frame.search} label={t('library.search')} value={wanted.search} onSearch={(search) => change({ search })} />
      }
      fields={(inSheet) => (
        <>
          <Select
            {...filterSelect(t('library.filter.server'), inSheet)}
            data={servers}
            value={server ?? null}
            onChange={(value) => change({ server: value ?? undefined })}
          />
          <Select
            {...filterSelect(t('library.filter.matched'), inSheet)}
            data={[
              { value: 'yes', label: t('library.filter.matched.yes') },
              { value: 'no', label: t('library.filter.matched.no') },
            ]}
            value={wanted.matched ?? null}
            onChange={(matched) => change({ matched: matched ?? undefined })}
          />
        </>
      )}
      sort={
        <Select
          className={frame.sort ?? ''}
          comboboxProps={{ withinPortal: false }}
          aria-label={t('filter.sort')}
          leftSection={<IconArrowsSort size={16} aria-hidden="true" />}
          allowDeselect={false}
          data={LIBRARY_SORTS.map((value) => ({ value, label: t(`library.sort.${value}`) }))}
          value={wanted.order ?? 'added'}
          onChange={(order) => change({ order: order === 'added' ? undefined : (order ?? undefined) })}
        />
      }
      active={countLibraryFilters(wanted)}
      onClear={() => change({ server: undefined, matched: undefined })}
      show={total === undefined ? undefined : t('library.filter.show', { count: total })}
    />
  );
}
