import { Switch } from '@mantine/core';
import type { WidgetProps } from '@rjsf/utils';
import { Caution } from './caution.js';
import { wrapped } from './field-wrapper.js';
import classes from './forms.module.css';
import type { UiHints } from './json-schema.js';
import { NumberControl } from './number-control.js';

/** A switch, with a number while it is on. Off is `null`; on and emptied has no value, which the form refuses. */
export function OptionalNumberWidget(props: WidgetProps) {
  const { schema, options } = props;
  const { id, label, description, error, disabled } = wrapped(props);
  const isOn = props.value !== null;
  const onChange = props.onChange as (value: number | null | undefined) => void;
  return (
    <div className={classes.optional}>
      <Switch
        id={`${id}__on`}
        size="md"
        label={label}
        description={description}
        disabled={disabled}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked ? (options['start'] as number) : null)}
      />
      {isOn ? (
        <NumberControl
          id={id}
          className={classes.inset ?? ''}
          label={options['numberTitle'] as string}
          error={error}
          disabled={disabled}
          schema={schema}
          value={props.value as unknown}
          onChange={onChange}
        />
      ) : null}
      <Caution value={props.value as unknown} of={options['caution'] as UiHints['caution']} hasError={error !== undefined} />
    </div>
  );
}
