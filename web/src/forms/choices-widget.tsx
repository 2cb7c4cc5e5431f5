import { Loader, MultiSelect, Select, TagsInput, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { WidgetProps } from '@rjsf/utils';
import { useState } from 'react';
import { choicesQuery } from '../api/queries/integration-queries.js';
import { useErrorText } from '../components/feedback/use-error-text.js';
import { useI18n } from '../i18n/i18n-context.js';
import { wrapped } from './field-wrapper.js';
import type { SettingsFormContext } from './form-context.js';

/** Options that the plugin fetches with the values on screen. While they cannot be fetched, the field can still be filled by hand. */
export function ChoicesWidget(props: WidgetProps) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const context = props.registry.formContext as SettingsFormContext;
  const onChange = props.onChange as (value: unknown) => void;
  const [wanted, setWanted] = useState(false);
  const { [props.name]: _own, ...rest } = context.draft;
  const present = JSON.stringify(rest);
  const [draft] = useDebouncedValue(present, 500);
  const values: unknown[] = Array.isArray(props.value) ? props.value : props.value === undefined ? [] : [props.value];
  const { data, error, isFetching } = useQuery({
    ...choicesQuery(context.pluginId, context.integrationId, String(props.options.choices), draft),
    // Values half typed are not sent to a service by themselves: it may count wrong keys.
    enabled:
      draft === present && (wanted || (values.length > 0 && context.reaches)) && context.missing.every((name) => name === props.name),
  });

  const multiple = props.schema.type === 'array';
  const common = {
    ...wrapped(props),
    placeholder: props.placeholder,
    onFocus: () => setWanted(true),
    rightSection: isFetching ? <Loader size={16} /> : undefined,
  };
  if (error) {
    const note = t('form.choices.failed', { message: errorText(error) });
    const items = props.schema.items as { type?: string } | undefined;
    const type = multiple ? items?.type : props.schema.type;
    const parse = (text: string): unknown => (type === 'integer' || type === 'number' ? Number(text) : text);
    const description = (
      <>
        {common.description} {note}
      </>
    );
    return multiple ? (
      <TagsInput {...common} description={description} value={values.map(String)} onChange={(next) => onChange(next.map(parse))} />
    ) : (
      <TextInput
        {...common}
        description={description}
        value={values.length > 0 ? String(values[0]) : ''}
        onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : parse(event.currentTarget.value))}
      />
    );
  }

  const choices = data ?? [];
  const options = choices.map((choice) => ({ value: String(choice.value), label: choice.title }));
  // A saved value that is not offered any more stays visible instead of vanishing on save.
  for (const value of values.map(String)) {
    if (!options.some((option) => option.value === value)) options.push({ value, label: value });
  }
  const original = (text: string): unknown =>
    choices.find((choice) => String(choice.value) === text)?.value ?? values.find((value) => String(value) === text) ?? text;
  return multiple ? (
    <MultiSelect
      {...common}
      data={options}
      searchable
      value={values.map(String)}
      onChange={(next) => onChange(next.map(original))}
      nothingFoundMessage={isFetching ? t('common.loading') : t('form.choices.none')}
    />
  ) : (
    <Select
      {...common}
      data={options}
      searchable
      allowDeselect={!props.required}
      value={values.length > 0 ? String(values[0]) : null}
      onChange={(next) => onChange(next === null ? undefined : original(next))}
      nothingFoundMessage={isFetching ? t('common.loading') : t('form.choices.none')}
    />
  );
}
