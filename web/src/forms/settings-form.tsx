import { withTheme } from '@rjsf/core';
import { Theme } from '@rjsf/mantine';
import type { ErrorSchema, RJSFSchema, UiSchema as RjsfUiSchema } from '@rjsf/utils';
import { useMemo } from 'react';
import { toErrorTree } from './error-schema.js';
import type { FieldMessage } from './error-schema.js';
import type { SettingsFormContext } from './form-context.js';
import type { JsonSchema } from './json-schema.js';
import { rjsfValidator } from './rjsf-validator.js';
import { ArrayFieldItemTemplate, ArrayFieldTemplate, FieldTemplate, ObjectFieldTemplate } from './templates.js';
import { formSchemaOf, toUiSchema } from './ui-schema.js';
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
  schema: JsonSchema;
  values: Record<string, unknown>;
  onChange: (values: Record<string, unknown>) => void;
  /** From the form's own check, from the server, or from a test of the connection. */
  errors: readonly FieldMessage[];
  pluginId: string;
  integrationId?: string;
  secretsSet: readonly string[];
  /** Whether the values on screen are known to reach the service; then options are fetched without being asked for. */
  reaches?: boolean;
  disabled?: boolean;
}

/** The settings of an integration, drawn from the plugin's schema. */
export function SettingsForm({
  schema,
  values,
  onChange,
  errors,
  pluginId,
  integrationId,
  secretsSet,
  reaches = false,
  disabled = false,
}: SettingsFormProps) {
  const formSchema = useMemo(() => formSchemaOf(schema, secretsSet), [schema, secretsSet]);
  const uiSchema = useMemo(() => toUiSchema(schema), [schema]);
  const extraErrors = useMemo(() => toErrorTree(errors), [errors]);
  const missing = (formSchema.required ?? []).filter((name) => values[name] === undefined || values[name] === '');
  const context: SettingsFormContext = { pluginId, integrationId, secretsSet, draft: values, missing, reaches };
  return (
    <ThemedForm
      tagName="div"
      idPrefix="settings"
      schema={formSchema as RJSFSchema}
      uiSchema={uiSchema as RjsfUiSchema}
      formData={values}
      onChange={(event) => onChange((event.formData ?? {}) as Record<string, unknown>)}
      validator={rjsfValidator}
      noValidate
      extraErrors={extraErrors as ErrorSchema}
      showErrorList={false}
      formContext={context}
      disabled={disabled}
      experimental_defaultFormStateBehavior={{ emptyObjectFields: 'skipDefaults', arrayMinItems: { populate: 'requiredOnly' } }}
    >
      <></>
    </ThemedForm>
  );
}
