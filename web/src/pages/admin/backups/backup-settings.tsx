import { Alert, NumberInput, Skeleton, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { settingsQuery, useSaveSettings } from '../../../api/queries/admin-queries.js';
import type { Settings } from '../../../api/types.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from '../admin.module.css';
import { SaveBar } from '../save-bar.js';

function Editor({ saved }: { saved: Settings['backups'] }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const save = useSaveSettings();
  const [draft, setDraft] = useState(saved);
  const changed = draft.daily !== saved.daily || draft.keep !== saved.keep;
  return (
    <div className={classes.stack}>
      <Switch
        size="md"
        label={t('backups.daily')}
        description={t('backups.daily.help')}
        checked={draft.daily}
        onChange={(event) => setDraft({ ...draft, daily: event.currentTarget.checked })}
      />
      <NumberInput
        label={t('backups.keep')}
        description={t('backups.keep.help')}
        value={draft.keep}
        min={1}
        max={365}
        clampBehavior="strict"
        allowDecimal={false}
        disabled={!draft.daily}
        styles={{ wrapper: { maxWidth: 200 } }}
        onChange={(value) => setDraft({ ...draft, keep: Number(value) })}
      />
      {save.error ? (
        <Alert color="red" role="alert">
          {errorText(save.error)}
        </Alert>
      ) : null}
      <SaveBar
        changed={changed}
        busy={save.isPending}
        onDiscard={() => setDraft(saved)}
        onSave={() => save.mutate({ backups: draft }, { onSuccess: () => toast.done(t('common.saved')) })}
      />
    </div>
  );
}

/** Whether a backup is made every night, and how many are kept. */
export function BackupSettings() {
  const { data, error, refetch } = useQuery(settingsQuery);
  if (data) return <Editor key={JSON.stringify(data.backups)} saved={data.backups} />;
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={110} />;
}
