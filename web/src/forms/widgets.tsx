import { MultiSelect, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { BaseInputTemplateProps, EnumOptionsType, RegistryWidgetsType, WidgetProps } from '@rjsf/utils';
import { Caution } from './caution.js';
import { ChoicesWidget } from './choices-widget.js';
import { wrapped } from './field-wrapper.js';
import type { UiHints } from './json-schema.js';
import { NumberControl, numberOf } from './number-control.js';
import { OptionalNumberWidget } from './optional-number-widget.js';
import { SecretWidget } from './secret-widget.js';

function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The value of an emptied text: none, or the empty text if that is a choice. */
function textOf(typed: string, options: { emptyValue?: unknown }): string | undefined {
  if (typed !== '') return typed;
  return options.emptyValue === '' ? '' : undefined;
}

/** Text and numbers. */
export function BaseInput(props: BaseInputTemplateProps) {
  const { schema, placeholder, autofocus } = props;
  const onChange = props.onChange as (value: string | number | undefined) => void;
  const common = { ...wrapped(props), placeholder, autoFocus: autofocus };
  if (schema.type === 'number' || schema.type === 'integer') {
    return (
      <div>
        <NumberControl {...common} schema={schema} value={props.value as unknown} onChange={onChange} />
        <Caution value={numberOf(props.value)} of={props.options['caution'] as UiHints['caution']} hasError={common.error !== undefined} />
      </div>
    );
  }
  return (
    <TextInput
      {...common}
      type="text"
      value={asText(props.value)}
      onChange={(event) => onChange(textOf(event.currentTarget.value, props.options))}
      autoComplete="off"
    />
  );
}

/** A web address: a phone's keyboard has a slash, and does not correct. */
function UrlWidget(props: WidgetProps) {
  const onChange = props.onChange as (value: string | undefined) => void;
  return (
    <TextInput
      {...wrapped(props)}
      placeholder={props.placeholder}
      type="url"
      inputMode="url"
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      value={asText(props.value)}
      onChange={(event) => onChange(textOf(event.currentTarget.value, props.options))}
    />
  );
}

function TextareaWidget(props: WidgetProps) {
  const onChange = props.onChange as (value: string | undefined) => void;
  return (
    <Textarea
      {...wrapped(props)}
      placeholder={props.placeholder}
      autosize
      minRows={3}
      value={asText(props.value)}
      onChange={(event) => onChange(textOf(event.currentTarget.value, props.options))}
    />
  );
}

function SwitchWidget(props: WidgetProps) {
  const { required: _required, ...common } = wrapped(props);
  return <Switch {...common} size="md" checked={props.value === true} onChange={(event) => props.onChange(event.currentTarget.checked)} />;
}

/** One or several of fixed options. Values may be numbers, so the position represents them. */
function SelectWidget(props: WidgetProps) {
  const options: EnumOptionsType[] = props.options.enumOptions ?? [];
  const data = options.map((option, index) => ({ value: String(index), label: option.label }));
  const position = (value: unknown) => String(options.findIndex((option) => option.value === value));
  if (props.multiple || props.schema.type === 'array') {
    const values: unknown[] = Array.isArray(props.value) ? props.value : [];
    return (
      <MultiSelect
        {...wrapped(props)}
        data={data}
        value={values.map(position)}
        onChange={(next) => props.onChange(next.map((index) => options[Number(index)]?.value as unknown))}
      />
    );
  }
  return (
    <Select
      {...wrapped(props)}
      data={data}
      styles={{ wrapper: { maxWidth: 360 } }}
      value={props.value === undefined ? null : position(props.value)}
      onChange={(next) => props.onChange(next === null ? undefined : (options[Number(next)]?.value as unknown))}
      allowDeselect={!props.required}
    />
  );
}

function offeredBy(options: WidgetProps['options']): { value: string; label: string }[] {
  const offered = (options['options'] ?? []) as NonNullable<UiHints['options']>;
  return offered.map(({ value, title = value }) => ({ value, label: title }));
}

/** One of the usual values. A different saved one stays. */
function OfferedWidget(props: WidgetProps) {
  const data = offeredBy(props.options);
  const value = asText(props.value);
  const known = value === '' || data.some((option) => option.value === value);
  return (
    <Select
      {...wrapped(props)}
      data={known ? data : [...data, { value, label: value }]}
      styles={{ wrapper: { maxWidth: 360 } }}
      value={value === '' ? null : value}
      onChange={(next) => props.onChange(next ?? undefined)}
      allowDeselect={false}
    />
  );
}

/** A list of words or numbers. */
function TagsWidget(props: WidgetProps) {
  const items = props.schema.items as { type?: string } | undefined;
  const numeric = items?.type === 'integer' || items?.type === 'number';
  const values: unknown[] = Array.isArray(props.value) ? props.value : [];
  return (
    <TagsInput
      {...wrapped(props)}
      placeholder={props.placeholder}
      data={offeredBy(props.options)}
      value={values.map(String)}
      // anything but a number stays as typed, so that the form can report it
      onChange={(next) => props.onChange(numeric ? next.map((text) => (Number.isFinite(Number(text)) ? Number(text) : text)) : next)}
      splitChars={numeric ? [',', ';', ' '] : [',', ';']}
      allowDuplicates={numeric === false && props.schema.uniqueItems !== true}
      acceptValueOnBlur
    />
  );
}

function PathWidget(props: WidgetProps) {
  const onChange = props.onChange as (value: string | undefined) => void;
  return (
    <TextInput
      {...wrapped(props)}
      placeholder={props.placeholder}
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      dir="ltr"
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      value={asText(props.value)}
      onChange={(event) => onChange(textOf(event.currentTarget.value, props.options))}
    />
  );
}

export const WIDGETS: RegistryWidgetsType = {
  secret: SecretWidget,
  choices: ChoicesWidget,
  switch: SwitchWidget,
  tags: TagsWidget,
  path: PathWidget,
  url: UrlWidget,
  textarea: TextareaWidget,
  select: SelectWidget,
  offered: OfferedWidget,
  'optional-number': OptionalNumberWidget,
  SelectWidget,
  TextareaWidget,
  CheckboxWidget: SwitchWidget,
};
