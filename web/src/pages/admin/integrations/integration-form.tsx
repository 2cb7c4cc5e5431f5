import { Alert } from '@mantine/core';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import type { PluginInfo } from '../../../api/types.js';
import { drawnSchemaOf } from '../../../forms/drawn-schema.js';
import { countFields, segmentsOf } from '../../../forms/error-schema.js';
import type { JsonSchema } from '../../../forms/json-schema.js';
import { schemaInWords } from '../../../forms/schema-words.js';
import { SettingsForm } from '../../../forms/settings-form.js';
import { useFirstError } from '../../../forms/use-first-error.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { labelled } from '../../../i18n/join-names.js';
import classes from '../admin.module.css';
import { fieldAtFault } from '../../../forms/field-at-fault.js';
import { CheckResult } from './check-result.js';
import type { useIntegrationForm } from './use-integration-form.js';

interface IntegrationFormProps {
  plugin: PluginInfo;
  integrationId?: string;
  secretsSet: readonly string[];
  form: ReturnType<typeof useIntegrationForm>;
  children?: ReactNode;
}

/** The plugin's form, a summary of errors, and the result of the last test. */
export function IntegrationForm({ plugin, integrationId, secretsSet, form, children }: IntegrationFormProps) {
  const { t, say } = useI18n();
  const { frame } = useFirstError(form.complaints);
  const schema = useMemo(
    () => schemaInWords((plugin.settingsSchema ?? {}) as JsonSchema, `schema.plugin.${plugin.id}`, say),
    [plugin.settingsSchema, plugin.id, say],
  );
  const shown = drawnSchemaOf(schema, form.values).properties ?? {};
  // Errors without a visible field are shown here.
  const strays = form.errors.filter(({ path }) => shown[segmentsOf(path)[0] ?? ''] === undefined);

  return (
    <div className={classes.stack} ref={frame}>
      {children}
      <SettingsForm
        key={form.generation}
        schema={schema}
        values={form.values}
        onChange={form.change}
        errors={form.errors}
        pluginId={plugin.id}
        {...(integrationId ? { integrationId } : {})}
        secretsSet={secretsSet}
        reaches={integrationId !== undefined || form.answer?.ok === true}
      />
      {form.errors.length > 0 && !form.answer ? (
        <Alert color="red" variant="light" role="alert">
          {t('form.fieldErrors', { count: countFields(form.errors) })}
          {strays.map(({ path, message }) => (
            <div key={`${path} ${message}`}>
              {labelled(schema.properties?.[segmentsOf(path)[0] ?? '']?.title ?? segmentsOf(path).join(' '), message)}
            </div>
          ))}
        </Alert>
      ) : null}
      {form.failure ? (
        <Alert color="red" variant="light" role="alert">
          {form.failure}
        </Alert>
      ) : null}
      {form.answer ? <CheckResult answer={form.answer} field={fieldAtFault(form.answer, shown)} /> : null}
    </div>
  );
}
