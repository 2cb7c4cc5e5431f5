import type { WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';

interface Wrapped {
  id: string;
  label: ReactNode;
  description: ReactNode;
  error: ReactNode;
  required: boolean;
  disabled: boolean;
}

/** The label, help and errors of a field, the same in every widget. */
export function wrapped(props: WidgetProps): Wrapped {
  const { id, label, hideLabel, options, schema, rawErrors, required, disabled, readonly } = props;
  const help = typeof options.help === 'string' ? options.help : undefined;
  return {
    id,
    label: hideLabel ? undefined : label,
    description: [schema.description, help].filter(Boolean).join(' ') || undefined,
    error: rawErrors && rawErrors.length > 0 ? rawErrors.join(' ') : undefined,
    required: required ?? false,
    disabled: (disabled ?? false) || (readonly ?? false),
  };
}
