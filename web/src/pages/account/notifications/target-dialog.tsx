import { Alert, Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useSaveTarget } from '../../../api/queries/notification-queries.js';
import type { NotificationTarget, TargetPlugin } from '../../../api/types.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { Dialog } from '../../../components/feedback/dialog.js';
import { toast } from '../../../components/feedback/toast.js';
import { countFields } from '../../../forms/error-schema.js';
import type { JsonSchema } from '../../../forms/json-schema.js';
import { schemaInWords } from '../../../forms/schema-words.js';
import { SettingsForm } from '../../../forms/settings-form.js';
import { useFirstError } from '../../../forms/use-first-error.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { useIntegrationForm } from '../../admin/integrations/use-integration-form.js';
import classes from './notification-settings.module.css';

const NO_SECRETS: readonly string[] = [];

interface TargetFormProps {
  plugin: TargetPlugin;
  target: NotificationTarget | undefined;
  onClose: () => void;
}

/** The plugin's own form, and a name. */
function TargetForm({ plugin, target, onClose }: TargetFormProps) {
  const { t, say } = useI18n();
  const schema = plugin.schema as JsonSchema;
  const secretsSet = target?.secretsSet ?? NO_SECRETS;
  const saved = target ? { integrationId: target.id, saved: target.settings } : {};
  const form = useIntegrationForm({ pluginId: plugin.id, schema, secretsSet, ...saved });
  const { frame } = useFirstError(form.complaints);
  const said = useMemo(() => schemaInWords(schema, `schema.plugin.${plugin.id}`, say), [schema, plugin.id, say]);
  const [name, setName] = useState(target?.name ?? plugin.displayName);
  const save = useSaveTarget(target?.id);
  const problem = form.failure ?? (form.errors.length > 0 ? t('form.fieldErrors', { count: countFields(form.errors) }) : null);
  return (
    <form
      ref={frame as React.Ref<HTMLFormElement>}
      className={classes.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.validate()) return;
        save.mutate(
          { pluginId: plugin.id, name: name.trim() || plugin.displayName, settings: form.patch() },
          {
            onSuccess: () => {
              toast.done(t(target ? 'ways.target.changed' : 'ways.target.added'));
              onClose();
            },
            onError: form.fail,
          },
        );
      }}
    >
      <TextInput
        label={t('ways.target.name')}
        description={t('ways.target.name.help')}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <SettingsForm
        key={form.generation}
        idPrefix="target"
        schema={said}
        values={form.values}
        onChange={form.change}
        errors={form.errors}
        pluginId={plugin.id}
        {...(target ? { integrationId: target.id } : {})}
        secretsSet={secretsSet}
      />
      {problem ? (
        <Alert color="red" variant="light" role="alert">
          {problem}
        </Alert>
      ) : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <ActionButton type="submit" loading={save.isPending}>
          {t(target ? 'ways.target.save' : 'ways.target.add')}
        </ActionButton>
      </Group>
    </form>
  );
}

interface TargetDialogProps {
  plugins: readonly TargetPlugin[];
  /** Absent: a new one. */
  target?: NotificationTarget;
  onClose: () => void;
}

/** Adds a target, or changes one. */
export function TargetDialog({ plugins, target, onClose }: TargetDialogProps) {
  const { t } = useI18n();
  const [pluginId, setPluginId] = useState(plugins[0]?.id);
  const plugin = plugins.find(({ id }) => id === pluginId);
  return (
    <Dialog title={target ? t('ways.target.changeTitle', { name: target.name }) : t('ways.target.addTitle')} onClose={onClose}>
      <div className={classes.stack}>
        {plugins.length > 1 ? (
          <NativeSelect
            label={t('ways.target.service')}
            data={plugins.map(({ id, displayName }) => ({ value: id, label: displayName }))}
            value={pluginId}
            onChange={(event) => setPluginId(event.currentTarget.value)}
          />
        ) : null}
        {plugin ? <TargetForm key={plugin.id} plugin={plugin} target={target} onClose={onClose} /> : null}
      </div>
    </Dialog>
  );
}
