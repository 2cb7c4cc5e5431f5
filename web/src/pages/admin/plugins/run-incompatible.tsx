import { useChangePlugin } from '../../../api/queries/plugin-queries.js';
import type { PluginInfo } from '../../../api/types.js';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from './plugins.module.css';

interface RunIncompatibleProps {
  plugin: PluginInfo;
  /** The plugin API of this server. */
  apiVersion: string;
  onClose: () => void;
}

/** Asks before a plugin made for another plugin API runs. */
export function RunIncompatible({ plugin, apiVersion, onClose }: RunIncompatibleProps) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const change = useChangePlugin(plugin.id);
  return (
    <ConfirmDialog
      title={t('plugins.ignoreCompatibility.title', { name: plugin.displayName })}
      confirm={t('plugins.ignoreCompatibility')}
      danger
      busy={change.isPending}
      onClose={onClose}
      onConfirm={() =>
        change.mutate({ ignoreCompatibility: true }, { onSuccess: onClose, onError: (error) => toast.problem(errorText(error)) })
      }
    >
      <div className={classes.dialog}>
        <p className={classes.warning}>{t('plugins.ignoreCompatibility.api', { api: plugin.api ?? '', version: apiVersion })}</p>
        <p className={classes.warning}>{t('plugins.ignoreCompatibility.body')}</p>
      </div>
    </ConfirmDialog>
  );
}
