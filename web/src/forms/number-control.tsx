import { NumberInput, type NumberInputProps } from '@mantine/core';
import type { StrictRJSFSchema } from '@rjsf/utils';
import { useState } from 'react';
import { decimalSeparator } from '../i18n/format-values.js';
import { useI18n } from '../i18n/i18n-context.js';

/**
 * The number that a field of a form holds. Where the browser's language has another decimal separator than a point, rjsf (`NumberField`)
 * hands numbers over as text with that separator.
 */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value === '') return undefined;
  const number = Number(value.replace(/[^\de+-](?=\d)/, '.'));
  return Number.isNaN(number) ? undefined : number;
}

interface NumberControlProps extends Omit<NumberInputProps, 'value' | 'onChange'> {
  schema: StrictRJSFSchema;
  value: unknown;
  onChange: (value: number | undefined) => void;
}

/** The control of a number, written as in the language of the page. Only the form says whether it is too small or too large. */
export function NumberControl({ schema, value, onChange, ...common }: NumberControlProps) {
  const { locale } = useI18n();
  const [typed, setTyped] = useState<number | string>('');
  const number = numberOf(value);
  return (
    <NumberInput
      {...common}
      // what is being typed, such as `0.` or `00`, comes as text, and stays as long as it means the number that the form holds
      value={typeof typed === 'string' && numberOf(typed) === number ? typed : (number ?? '')}
      onChange={(next) => {
        setTyped(next);
        onChange(numberOf(next));
      }}
      allowDecimal={schema.type === 'number'}
      decimalSeparator={decimalSeparator(locale)}
      allowedDecimalSeparators={['.', ',']}
      {...(schema.minimum === undefined ? {} : { min: schema.minimum })}
      {...(schema.maximum === undefined ? {} : { max: schema.maximum })}
      clampBehavior="none"
      styles={{ wrapper: { maxWidth: 240 } }}
    />
  );
}
