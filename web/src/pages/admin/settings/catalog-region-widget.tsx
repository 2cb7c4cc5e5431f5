import { Select } from '@mantine/core';
import type { WidgetProps } from '@rjsf/utils';
import { useQuery } from '@tanstack/react-query';
import { regionsQuery } from '../../../api/queries/book-queries.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { wrapped } from '../../../forms/field-wrapper.js';

/** A region of the connected catalogues; where none is connected there is the saved one only. */
export function CatalogRegionWidget(props: WidgetProps) {
  const { region: nameInLanguage } = useI18n();
  const { data } = useQuery(regionsQuery);
  const onChange = props.onChange as (value: string) => void;
  const value = typeof props.value === 'string' ? props.value : '';
  const offered = (data?.items ?? []).map((region) => ({ value: region.id, label: nameInLanguage(region) }));
  const all =
    value === '' || offered.some((option) => option.value === value) ? offered : [...offered, { value, label: value.toUpperCase() }];
  return (
    <Select
      {...wrapped(props)}
      data={all}
      value={value}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
      allowDeselect={false}
      searchable={all.length > 8}
    />
  );
}
