import type { WidgetProps } from '@rjsf/utils';
import { wrapped } from '../../../forms/field-wrapper.js';
import { FolderField } from '../folder-field.js';

/** A folder of the server: typed, or picked by browsing. */
export function FolderWidget(props: WidgetProps) {
  const { description, ...common } = wrapped(props);
  const onChange = props.onChange as (value: string | undefined) => void;
  return (
    <FolderField
      {...common}
      help={description}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={(value) => onChange(value === '' ? undefined : value)}
    />
  );
}
