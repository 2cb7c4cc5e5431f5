import { useState } from 'react';
import { useAddWebhook, useChangeWebhook, useDeleteWebhook, useRenewSecret } from '../../../api/queries/webhook-queries.js';
import type { Webhook } from '../../../api/types.js';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.js';
import { ShowOnce } from '../../../components/feedback/show-once.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { knownOf, WebhookForm, type EventChoice } from './webhook-form.js';

function ShowSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useI18n();
  return (
    <ShowOnce
      title={t('webhooks.secret')}
      label={t('webhooks.secret.label')}
      help={t('webhooks.secret.help')}
      value={secret}
      onClose={onClose}
    />
  );
}

/** Asks what to send where, then shows the secret once. */
export function AddWebhook({ events, onClose }: { events: readonly EventChoice[]; onClose: () => void }) {
  const { t } = useI18n();
  const add = useAddWebhook();
  if (add.data) return <ShowSecret secret={add.data.secret} onClose={onClose} />;
  return (
    <WebhookForm
      title={t('webhooks.add')}
      confirm={t('webhooks.add')}
      events={events}
      initial={{ name: '', url: '', events: null, enabled: true }}
      busy={add.isPending}
      error={add.error}
      onSave={(input) => add.mutate(input)}
      onClose={onClose}
    />
  );
}

interface OfWebhook {
  webhook: Webhook;
  onClose: () => void;
}

export function EditWebhook({ webhook, events, onClose }: OfWebhook & { events: readonly EventChoice[] }) {
  const { t } = useI18n();
  const { id, name, url, events: chosen, enabled } = webhook;
  const change = useChangeWebhook(id);
  return (
    <WebhookForm
      title={t('webhooks.edit.title', { name })}
      confirm={t('common.save')}
      events={events}
      initial={{ name, url, events: chosen === null ? null : knownOf(events, chosen), enabled }}
      busy={change.isPending}
      error={change.error}
      onSave={(input) => change.mutate(input, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

export function DeleteWebhook({ webhook: { id, name }, onClose, onDone }: OfWebhook & { onDone: () => void }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const remove = useDeleteWebhook(id);
  return (
    <ConfirmDialog
      title={t('webhooks.delete.title', { name })}
      confirm={t('webhooks.delete')}
      danger
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onDone, onError: (problem) => toast.problem(errorText(problem)) })}
    >
      {t('webhooks.delete.body')}
    </ConfirmDialog>
  );
}

/** Asks first, because the receiver needs the new secret at once, then shows it. */
export function RenewSecret({ webhook: { id, name }, onClose }: OfWebhook) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const renew = useRenewSecret(id);
  const [secret, setSecret] = useState<string>();
  if (secret !== undefined) return <ShowSecret secret={secret} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={t('webhooks.renew.title', { name })}
      confirm={t('webhooks.renew')}
      busy={renew.isPending}
      onClose={onClose}
      onConfirm={() =>
        renew.mutate(undefined, {
          onSuccess: (made) => setSecret(made.secret),
          onError: (problem) => toast.problem(errorText(problem)),
        })
      }
    >
      {t('webhooks.renew.body')}
    </ConfirmDialog>
  );
}
