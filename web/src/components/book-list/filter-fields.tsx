import { Checkbox, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BookListFilter } from '../../api/book-list-filter.js';
import { bookFacetsQuery, type BookListOf } from '../../api/queries/book-list-queries.js';
import { useI18n } from '../../i18n/i18n-context.js';
import frame from '../page/filter-frame.module.css';
import { filterSelect } from '../page/filter-select.js';

interface FilterFieldsProps {
  list: BookListOf;
  filter: BookListFilter;
  onChange: (members: BookListFilter) => void;
  /** Whether the values are needed by now; asking for them may mean asking the catalogue for pages. */
  wanted: boolean;
  /** In a sheet, which would cut off a list of options that opens inside it. */
  inSheet: boolean;
}

interface Range {
  minLength?: number | undefined;
  maxLength?: number | undefined;
}

const rangeKey = ({ minLength, maxLength }: Range): string => `${minLength ?? ''}-${maxLength ?? ''}`;

function rangeOf(key: string): Range {
  const [from, to] = key.split('-').map((part) => (part === '' ? undefined : Number(part)));
  return { minLength: from, maxLength: to };
}

function useRangeWords(): (range: Range) => string {
  const { t, duration } = useI18n();
  return ({ minLength: from, maxLength: to }) => {
    // the last minute belongs to the range, and people say where the next one begins
    const end = to === undefined ? '' : duration(to + 1);
    if (from === undefined) return t('filter.length.under', { to: end });
    return to === undefined
      ? t('filter.length.over', { from: duration(from) })
      : t('filter.length.between', { from: duration(from), to: end });
  };
}

/** The filters of a list, with how many books each value would leave. */
export function FilterFields({ list, filter, onChange, wanted, inSheet }: FilterFieldsProps) {
  const { t, language: nameOf } = useI18n();
  const rangeWords = useRangeWords();
  const [typed, setTyped] = useState('');
  // the field shows the chosen name as its text, which is no search
  const sought = typed === filter.narrator ? '' : typed.trim();
  const [narratorSearch] = useDebouncedValue(sought, 250);
  const { data: facets } = useQuery({ ...bookFacetsQuery(list, filter, narratorSearch), enabled: wanted });

  const withCount = (value: string, count: number) => t('filter.value', { value, count });
  const chosen = rangeKey(filter);
  const languages = (facets?.languages ?? []).map(({ value, count }) => ({ value, label: withCount(nameOf(value), count) }));
  const narrators = (facets?.narrators ?? []).map(({ value, count }) => ({ value, label: value, count }));
  const lengths = (facets?.lengths ?? []).map(({ count, ...range }) => ({
    value: rangeKey(range),
    label: withCount(rangeWords(range), count),
    disabled: count === 0 && rangeKey(range) !== chosen,
  }));
  // a value from the address that the list does not have, or that is not known yet, can be seen and cleared
  if (filter.language && !languages.some(({ value }) => value === filter.language)) {
    languages.push({ value: filter.language, label: nameOf(filter.language) });
  }
  if (filter.narrator && !narrators.some(({ value }) => value === filter.narrator)) {
    narrators.push({ value: filter.narrator, label: filter.narrator, count: 0 });
  }
  const hint = facets?.moreNarrators ? [{ value: '', label: t('filter.moreNarrators'), disabled: true }] : [];
  if (chosen !== '-' && !lengths.some(({ value }) => value === chosen))
    lengths.push({ value: chosen, label: rangeWords(filter), disabled: false });

  const counts = new Map(narrators.map(({ value, count }) => [value, count]));
  return (
    <>
      <Select
        {...filterSelect(t('filter.language'), inSheet)}
        data={languages}
        value={filter.language ?? null}
        onChange={(value) => onChange({ language: value ?? undefined })}
      />
      <Select
        {...filterSelect(t('filter.narrator'), inSheet)}
        searchable
        data={[...narrators.map(({ value, label }) => ({ value, label })), ...hint]}
        value={filter.narrator ?? null}
        onChange={(value) => onChange({ narrator: value ?? undefined })}
        searchValue={typed}
        onSearchChange={setTyped}
        // the server has searched already
        filter={({ options }) => options}
        renderOption={({ option }) => {
          const count = counts.get(option.value) ?? 0;
          return count === 0 ? option.label : withCount(option.label, count);
        }}
        nothingFoundMessage={facets ? t('filter.noNarrator') : t('common.loading')}
      />
      <Select
        {...filterSelect(t('filter.length'), inSheet)}
        data={lengths}
        value={chosen === '-' ? null : chosen}
        onChange={(value) => onChange(rangeOf(value ?? '-'))}
      />
      <Checkbox
        className={frame.check}
        label={facets ? t('filter.unabridgedCount', { count: facets.unabridged }) : t('filter.unabridged')}
        checked={filter.unabridged === true}
        onChange={(event) => onChange({ unabridged: event.currentTarget.checked ? true : undefined })}
      />
      {/* what came into the library is in it, and the next part of a series is not */}
      {list.kind === 'home' ? null : (
        <Checkbox
          className={frame.check}
          label={facets ? t('filter.notInLibraryCount', { count: facets.notInLibrary }) : t('filter.notInLibrary')}
          checked={filter.notInLibrary === true}
          onChange={(event) => onChange({ notInLibrary: event.currentTarget.checked ? true : undefined })}
        />
      )}
    </>
  );
}
