import { Alert } from '@mantine/core';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { drawnSchemaOf } from '../../forms/drawn-schema.js';
import { countFields } from '../../forms/error-schema.js';
import { fieldAtFault } from '../../forms/field-at-fault.js';
import { schemaInWords } from '../../forms/schema-words.js';
import { SettingsForm } from '../../forms/settings-form.js';
import { useFirstError } from '../../forms/use-first-error.js';
import type { JsonSchema } from '../../forms/json-schema.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { CheckResult } from '../admin/integrations/check-result.js';
import type { useIntegrationForm } from '../admin/integrations/use-integration-form.js';
import classes from './shelves.module.css';

interface ShelfFormProps {
  pluginId: string;
  shelfId?: string;
  schema: JsonSchema;
  secretsSet: readonly string[];
  form: ReturnType<typeof useIntegrationForm>;
  children?: ReactNode;
}

/** The site's form, a summary of errors, and the result of the last test. */
export function ShelfForm({ pluginId, shelfId, schema, secretsSet, form, children }: ShelfFormProps) {
  const { t, say } = useI18n();
  const { frame } = useFirstError(form.complaints);
  const said = useMemo(() => schemaInWords(schema, `schema.plugin.${pluginId}`, say), [schema, pluginId, say]);
  const shown = drawnSchemaOf(said, form.values).properties ?? {};
  return (
    <div className={classes.stack} ref={frame}>
      <SettingsForm
        key={form.generation}
        area="shelves"
        schema={said}
        values={form.values}
        onChange={form.change}
        errors={form.errors}
        pluginId={pluginId}
        {...(shelfId ? { integrationId: shelfId } : {})}
        secretsSet={secretsSet}
        reaches={shelfId !== undefined || form.answer?.ok === true}
      />
      {children}
      {form.errors.length > 0 && !form.answer ? (
        <Alert color="red" variant="light" role="alert">
          {t('form.fieldErrors', { count: countFields(form.errors) })}
        </Alert>
      ) : null}
      {form.failure ? (
        <Alert color="red" variant="light" role="alert">
          {form.failure}
        </Alert>
      ) : null}
      {form.answer ? <CheckResult answer={form.answer} success={t('shelves.test.ok')} field={fieldAtFault(form.answer, shown)} /> : null}
    </div>
  );
}
