import { NumberInput, Switch } from '@mantine/core';
import type { WidgetProps } from '@rjsf/utils';
import { Caution } from './caution.js';
import { wrapped } from './field-wrapper.js';
import classes from './forms.module.css';
import type { UiHints } from './json-schema.js';

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
        <NumberInput
          id={id}
          className={classes.inset ?? ''}
          label={options['numberTitle'] as string}
          error={error}
          disabled={disabled}
          value={typeof props.value === 'number' ? props.value : ''}
          onChange={(value) => onChange(typeof value === 'number' ? value : undefined)}
          allowDecimal={schema.type === 'number'}
          {...(schema.minimum === undefined ? {} : { min: schema.minimum })}
          {...(schema.maximum === undefined ? {} : { max: schema.maximum })}
          clampBehavior="none"
          styles={{ wrapper: { maxWidth: 240 } }}
        />
      ) : null}
      <Caution value={props.value as unknown} of={options['caution'] as UiHints['caution']} hasError={error !== undefined} />
    </div>
  );
}
