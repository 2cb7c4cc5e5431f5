import { ActionIcon, Loader, Menu } from '@mantine/core';
import { IconArrowBackUp, IconDots, IconInfoCircle, IconPower, IconShieldCheck, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useChangePlugin, useRollBackPlugin } from '../../../api/queries/plugin-queries.js';
import type { PluginInfo } from '../../../api/types.js';
import { ActionMenu } from '../../../components/controls/action-menu.js';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from './plugins.module.css';
import { PluginTexts } from './plugin-texts.js';
import { RemovePlugin } from './remove-plugin.js';

/** Rare actions on a plugin. Irreversible ones ask for confirmation. */
export function PluginMenu({ plugin, used }: { plugin: PluginInfo; used: number }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const change = useChangePlugin(plugin.id);
  const rollBack = useRollBackPlugin(plugin.id);
  const [asking, setAsking] = useState<'about' | 'rollback' | 'remove' | undefined>();
  const name = plugin.displayName;
  const onError = (error: unknown) => toast.problem(errorText(error));
  const close = () => setAsking(undefined);
  const isBusy = change.isPending || rollBack.isPending;
  const setEnabled = (enabled: boolean) =>
    change.mutate({ enabled }, { onSuccess: () => toast.done(t(enabled ? 'plugins.enabled' : 'plugins.disabled', { name })), onError });
  return (
    <>
      <ActionMenu
        target={
          <ActionIcon variant="default" size={36} aria-label={t('plugins.more', { name })} aria-busy={isBusy || undefined}>
            {isBusy ? <Loader size={16} aria-hidden="true" /> : <IconDots size={18} aria-hidden="true" />}
          </ActionIcon>
        }
      >
        <Menu.Item leftSection={<IconInfoCircle size={16} aria-hidden="true" />} onClick={() => setAsking('about')}>
          {t('plugins.about')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPower size={16} aria-hidden="true" />} onClick={() => setEnabled(!plugin.enabled)}>
          {t(plugin.enabled ? 'plugins.disable' : 'plugins.enable')}
        </Menu.Item>
        {plugin.previousVersion ? (
          <Menu.Item leftSection={<IconArrowBackUp size={16} aria-hidden="true" />} onClick={() => setAsking('rollback')}>
            {t('plugins.rollback', { version: plugin.previousVersion })}
          </Menu.Item>
        ) : null}
        {plugin.ignoreCompatibility ? (
          <Menu.Item
            leftSection={<IconShieldCheck size={16} aria-hidden="true" />}
            onClick={() => change.mutate({ ignoreCompatibility: false }, { onError })}
          >
            {t('plugins.requireCompatibility')}
          </Menu.Item>
        ) : null}
        {plugin.origin === 'bundled' ? null : (
          <Menu.Item
            className={classes.danger}
            leftSection={<IconTrash size={16} aria-hidden="true" />}
            onClick={() => setAsking('remove')}
          >
            {t('plugins.remove')}
          </Menu.Item>
        )}
      </ActionMenu>
      {asking === 'about' ? <PluginTexts plugin={plugin} onClose={close} /> : null}
      {asking === 'remove' ? <RemovePlugin plugin={plugin} used={used} onClose={close} /> : null}
      {asking === 'rollback' ? (
        <ConfirmDialog
          title={t('plugins.rollback.title', { name, version: plugin.previousVersion ?? '' })}
          confirm={t('plugins.rollback.confirm')}
          busy={rollBack.isPending}
          onClose={close}
          onConfirm={() =>
            rollBack.mutate(undefined, {
              onSuccess: close,
              onError: (error) => {
                close();
                onError(error);
              },
            })
          }
        >
          {t('plugins.rollback.body')}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
