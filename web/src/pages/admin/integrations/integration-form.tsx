import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PluginInfo } from '../../../api/types.js';
import { SettingsForm } from '../../../forms/settings-form.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from '../admin.module.css';
import { CheckResult } from './check-result.js';
import type { useIntegrationForm } from './use-integration-form.js';

interface IntegrationFormProps {
  plugin: PluginInfo;
  integrationId?: string;
  secretsSet: readonly string[];
  form: ReturnType<typeof useIntegrationForm>;
  children?: ReactNode;
}

/** The plugin's form, a summary of what is wrong, and the answer of the last test. */
export function IntegrationForm({ plugin, integrationId, secretsSet, form, children }: IntegrationFormProps) {
  const { t } = useI18n();
  return (
    <div className={classes.stack}>
      {children}
      <SettingsForm
        schema={plugin.settingsSchema ?? {}}
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
          {t('form.fieldErrors', { count: form.errors.length })}
        </Alert>
      ) : null}
      {form.failure ? (
        <Alert color="red" variant="light" role="alert">
          {form.failure}
        </Alert>
      ) : null}
      {form.answer ? <CheckResult answer={form.answer} /> : null}
    </div>
  );
}
