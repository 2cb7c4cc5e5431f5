import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useRemovePlugin } from '../../../api/queries/plugin-queries.js';
import type { PluginInfo } from '../../../api/types.js';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from './plugins.module.css';

/** Removes a plugin; its integrations stay by default. */
export function RemovePlugin({ plugin, used, onClose }: { plugin: PluginInfo; used: number; onClose: () => void }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const remove = useRemovePlugin(plugin.id);
  const [withSettings, setWithSettings] = useState(false);
  const onConfirm = () =>
    remove.mutate(withSettings ? 'remove' : 'keep', {
      onSuccess: () => {
        toast.done(t('plugins.removed', { name: plugin.displayName }));
        onClose();
      },
      onError: (error) => toast.problem(errorText(error)),
    });
  return (
    <ConfirmDialog
      title={t('plugins.remove.title', { name: plugin.displayName })}
      confirm={t('plugins.remove')}
      danger
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <div className={classes.dialog}>
        <p className={classes.warning}>{t(used > 0 ? 'plugins.remove.used' : 'plugins.remove.body', { count: used })}</p>
        {used > 0 ? (
          <Checkbox
            label={t('plugins.remove.settings', { count: used })}
            checked={withSettings}
            onChange={(event) => setWithSettings(event.currentTarget.checked)}
          />
        ) : null}
      </div>
    </ConfirmDialog>
  );
}
