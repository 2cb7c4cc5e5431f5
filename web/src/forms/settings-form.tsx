import { withTheme } from '@rjsf/core';
import { Theme } from '@rjsf/mantine';
import type { ErrorSchema, RegistryWidgetsType, RJSFSchema, UiSchema as RjsfUiSchema } from '@rjsf/utils';
import { useMemo, useState } from 'react';
import { drawnSchemaOf } from './drawn-schema.js';
import { entryMessages } from './entry-messages.js';
import { toErrorTree } from './error-schema.js';
import type { FieldMessage } from './error-schema.js';
import type { SettingsArea, SettingsFormContext } from './form-context.js';
import type { JsonSchema } from './json-schema.js';
import { rjsfValidator } from './rjsf-validator.js';
import { ArrayFieldItemTemplate, ArrayFieldTemplate, FieldTemplate, ObjectFieldTemplate } from './templates.js';
import { toUiSchema } from './ui-schema.js';
import { BaseInput, WIDGETS } from './widgets.js';

const ThemedForm = withTheme({
  ...Theme,
  widgets: { ...Theme.widgets, ...WIDGETS },
  templates: {
    ...Theme.templates,
    FieldTemplate,
    ObjectFieldTemplate,
    ArrayFieldTemplate,
    ArrayFieldItemTemplate,
    BaseInputTemplate: BaseInput,
  },
});

interface SettingsFormProps {
  /** Prefix of the ids of all fields; forms on the same page have different ones. */
  idPrefix?: string;
  /** The page's additional widgets, by the name that schemas use. */
  widgets?: RegistryWidgetsType;
  /** Default: `integrations`. */
  area?: SettingsArea;
  schema: JsonSchema;
  values: Record<string, unknown>;
  onChange: (values: Record<string, unknown>) => void;
  /** From the form's own check, from the server, or from a test of the connection. */
  errors: readonly FieldMessage[];
  /** Absent for the server's own settings. */
  pluginId?: string;
  integrationId?: string;
  secretsSet?: readonly string[];
  /** Whether the values on screen are known to reach the service; options are then fetched automatically. */
  reaches?: boolean;
  disabled?: boolean;
}

/** Keeps the same object while its content is the same. */
function useStable(schema: JsonSchema): JsonSchema {
  const [stable, setStable] = useState(schema);
  if (JSON.stringify(stable) === JSON.stringify(schema)) return stable;
  setStable(schema);
  return schema;
}

const NOTHING = {};
const NONE: readonly string[] = [];

/** Settings of an integration or of the server, rendered from their schema. */
export function SettingsForm({
  idPrefix = 'settings',
  widgets = NOTHING,
  area = 'integrations',
  schema,
  values,
  onChange,
  errors,
  pluginId = '',
  integrationId,
  secretsSet = NONE,
  reaches = false,
  disabled = false,
}: SettingsFormProps) {
  const drawn = useStable(drawnSchemaOf(schema, values));
  const uiSchema = useMemo(() => toUiSchema(schema, Object.keys(widgets)), [schema, widgets]);
  const properties = drawn.properties ?? {};
  const extraErrors = toErrorTree(entryMessages(errors, properties, values));
  const isKept = (name: string) => secretsSet.includes(name) && values[name] !== null;
  const missing = (drawn.required ?? []).filter((name) => !isKept(name) && (values[name] ?? '') === '');
  const titles = Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, property.title ?? name]));
  const context: SettingsFormContext = { area, pluginId, integrationId, secretsSet, draft: values, missing, titles, reaches };
  return (
    <ThemedForm
      tagName="div"
      idPrefix={idPrefix}
      widgets={widgets}
      schema={drawn as RJSFSchema}
      uiSchema={uiSchema as RjsfUiSchema}
      formData={values}
      onChange={(event) => onChange((event.formData ?? {}) as Record<string, unknown>)}
      validator={rjsfValidator}
      noValidate
      extraErrors={extraErrors as ErrorSchema}
      showErrorList={false}
      formContext={context}
      disabled={disabled}
      experimental_defaultFormStateBehavior={{ emptyObjectFields: 'populateAllDefaults', arrayMinItems: { populate: 'never' } }}
    >
      <></>
    </ThemedForm>
  );
}
