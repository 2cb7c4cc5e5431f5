import { ActionIcon, Loader, MultiSelect, Select, TagsInput, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { WidgetProps } from '@rjsf/utils';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { choicesQuery } from '../api/queries/choices-query.js';
import { useErrorText } from '../components/feedback/use-error-text.js';
import { useI18n } from '../i18n/i18n-context.js';
import { joinNames } from '../i18n/join-names.js';
import { wrapped } from './field-wrapper.js';
import type { SettingsFormContext } from './form-context.js';
import classes from './forms.module.css';

/** Parses typed text according to the schema; anything but a number stays text, so that the form can report it. */
function parserOf(schema: WidgetProps['schema']): (text: string) => unknown {
  const type = schema.type === 'array' ? (schema.items as { type?: string } | undefined)?.type : schema.type;
  const numeric = type === 'integer' || type === 'number';
  return (text) => (numeric && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text);
}

function RefreshButton({ field, disabled, busy, onRefresh }: { field: string; disabled: boolean; busy: boolean; onRefresh: () => void }) {
  const { t } = useI18n();
  return (
    <ActionIcon
      variant="default"
      size={36}
      className={classes.refresh ?? ''}
      disabled={disabled}
      aria-label={t('form.choices.refresh', { field })}
      aria-busy={busy}
      onClick={onRefresh}
    >
      {busy ? <Loader size={16} /> : <IconRefresh size={18} />}
    </ActionIcon>
  );
}

/**
 * Options that the plugin fetches with the values on screen, again on request. If they cannot be fetched, the field can
 * still be filled in by hand.
 */
export function ChoicesWidget(props: WidgetProps) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const context = props.registry.formContext as SettingsFormContext;
  const onChange = props.onChange as (value: unknown) => void;
  const [wanted, setWanted] = useState(false);
  const [focused, setFocused] = useState(false);
  const { [props.name]: _own, ...rest } = context.draft;
  const present = JSON.stringify(rest);
  const [draft] = useDebouncedValue(present, 500);
  const multiple = props.schema.type === 'array';
  const values: unknown[] = Array.isArray(props.value) ? props.value : (props.value ?? '') === '' ? [] : [props.value];
  const lacking = context.missing.filter((name) => name !== props.name);
  const isSettled = draft === present && lacking.length === 0;
  const { data, error, isFetching, refetch } = useQuery({
    ...choicesQuery({
      area: context.area,
      pluginId: context.pluginId,
      savedId: context.integrationId,
      name: String(props.options.choices),
      draft,
    }),
    // Half-typed values are not sent to a service automatically, because it may count wrong keys.
    enabled: isSettled && (wanted || (values.length > 0 && context.reaches)),
  });

  const refresh = () => {
    setWanted(true);
    if (isSettled && wanted) void refetch();
  };
  const common = wrapped(props);
  const button = (
    <RefreshButton field={props.label} disabled={common.disabled || lacking.length > 0} busy={isFetching} onRefresh={refresh} />
  );
  const input = {
    ...common,
    placeholder: props.placeholder,
    inputContainer: (field: ReactNode) => (
      <div className={classes.withButton}>
        <div className={classes.choices}>{field}</div>
        {button}
      </div>
    ),
    onFocus: () => {
      setFocused(true);
      setWanted(true);
    },
    onBlur: () => setFocused(false),
  };
  const parse = parserOf(props.schema);
  const empty = props.options.emptyValue === '' ? '' : undefined;

  if (error && !isFetching) {
    const description = (
      <>
        {common.description} <span className={classes.note}>{t('form.choices.failed', { message: errorText(error) })}</span>
      </>
    );
    // The list becomes a text field; whoever was in it stays in it.
    const typed = { ...input, description, autoFocus: focused };
    return multiple ? (
      <TagsInput {...typed} value={values.map(String)} onChange={(next) => onChange(next.map(parse))} acceptValueOnBlur />
    ) : (
      <TextInput
        {...typed}
        value={values.length > 0 ? String(values[0]) : ''}
        onChange={(event) => onChange(event.currentTarget.value === '' ? empty : parse(event.currentTarget.value))}
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
    choices.find((choice) => String(choice.value) === text)?.value ?? values.find((value) => String(value) === text) ?? parse(text);
  const nothing =
    lacking.length > 0
      ? t('form.choices.first', { fields: joinNames(lacking.map((name) => context.titles[name] ?? name)) })
      : isFetching || draft !== present
        ? t('common.loading')
        : t('form.choices.none');
  const list = { ...input, data: options, searchable: true, nothingFoundMessage: nothing };
  return multiple ? (
    <MultiSelect {...list} value={values.map(String)} onChange={(next) => onChange(next.map(original))} />
  ) : (
    <Select
      {...list}
      clearable={!props.required}
      allowDeselect={!props.required}
      value={values.length > 0 ? String(values[0]) : null}
      onChange={(next) => onChange(next === null ? empty : original(next))}
    />
  );
}
