import { Button } from '@mantine/core';
import { useState } from 'react';
import { useDeleteIntegration } from '../../../api/queries/integration-queries.js';
import type { Integration } from '../../../api/types.js';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { labelled } from '../../../i18n/join-names.js';
import classes from '../admin.module.css';

interface RemovedCardProps {
  integration: Integration;
  /** For a card that is the whole page, whose title is already its name. */
  onRemoved?: () => void;
}

/** An integration without its plugin: it cannot be changed, but its secrets can be deleted. */
export function RemovedCard({ integration, onRemoved }: RemovedCardProps) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const remove = useDeleteIntegration(integration.id);
  const [asking, setAsking] = useState(false);
  const { name, pluginId } = integration;
  return (
    <article className={classes.card}>
      {onRemoved ? null : (
        <div className={classes.cardHead}>
          <h3 className={classes.cardTitle}>{name}</h3>
        </div>
      )}
      <p className={classes.cardNote}>{t('integrations.removed.plugin', { plugin: pluginId })}</p>
      <div className={classes.cardActions}>
        <Button variant="default" onClick={() => setAsking(true)} aria-label={labelled(t('integrations.removed.delete'), name)}>
          {t('integrations.removed.delete')}
        </Button>
      </div>
      {asking ? (
        <ConfirmDialog
          title={t('integrations.delete.title', { name })}
          confirm={t('integrations.removed.delete')}
          danger
          busy={remove.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() => remove.mutate(undefined, { onSuccess: onRemoved, onError: (error) => toast.problem(errorText(error)) })}
        >
          {t('integrations.removed.body')}
        </ConfirmDialog>
      ) : null}
    </article>
  );
}
