import { Select } from '@mantine/core';
import type { WidgetProps } from '@rjsf/utils';
import { useQuery } from '@tanstack/react-query';
import { integrationsQuery, pluginsQuery } from '../../../api/queries/integration-queries.js';
import { wrapped } from '../../../forms/field-wrapper.js';
import { useI18n } from '../../../i18n/i18n-context.js';

/** One of the connected download clients, or none in particular. A chosen one that was removed is said to be gone. */
export function DownloadClientWidget(props: WidgetProps) {
  const { t } = useI18n();
  const { data: plugins } = useQuery(pluginsQuery);
  const { data: integrations } = useQuery(integrationsQuery);
  const onChange = props.onChange as (value: string | undefined) => void;
  const value = typeof props.value === 'string' && props.value !== '' ? props.value : null;
  const clients = new Set(plugins?.filter(({ provides }) => provides.includes('downloadClient')).map(({ id }) => id));
  const offered = (integrations ?? []).filter(({ pluginId }) => clients.has(pluginId)).map(({ id, name }) => ({ value: id, label: name }));
  const isGone = value !== null && integrations !== undefined && !offered.some((option) => option.value === value);
  const field = wrapped(props);
  return (
    <Select
      {...field}
      error={field.error ?? (isGone ? t('settings.clientGone.so') : undefined)}
      data={isGone ? [...offered, { value, label: t('settings.clientGone') }] : offered}
      value={value}
      placeholder={t('settings.anyClient')}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      clearable
    />
  );
}
