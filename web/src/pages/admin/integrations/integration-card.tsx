import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ActionButton } from '../../../components/controls/action-button.js';
import { useCheckIntegration } from '../../../api/queries/integration-queries.js';
import type { Integration } from '../../../api/types.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { joinFacts, labelled, withoutStop } from '../../../i18n/join-names.js';
import classes from '../admin.module.css';
import { HealthEffect } from '../health-effect.js';
import { HealthState, HealthTrouble, needsAttention } from '../health-state.js';

export function IntegrationCard({ integration }: { integration: Integration }) {
  const { t, relative } = useI18n();
  const errorText = useErrorText();
  const check = useCheckIntegration();
  const { health } = integration;
  const { lastCheck } = health;
  const facts = [
    integration.name === integration.pluginName ? '' : integration.pluginName,
    lastCheck?.version ?? '',
    // beside a fault of later calls they would say that it answers
    ...(lastCheck?.ok && !needsAttention(health) ? (lastCheck.details ?? []) : []),
    lastCheck ? t('integrations.checked', { when: relative(lastCheck.at) }) : '',
  ].filter(Boolean);
  const test = () =>
    check.mutate(integration.id, {
      onSuccess: (answer) =>
        answer.ok
          ? toast.done(t('integrations.check.ok', { name: integration.name }))
          : toast.problem(t('integrations.check.failed', { name: integration.name, message: answer.error?.message ?? '' })),
      onError: (error) => toast.problem(errorText(error)),
    });
  return (
    <article className={classes.card}>
      <div className={classes.cardHead}>
        <h3 className={classes.cardTitle}>
          <Link to="/admin/integrations/$integrationId" params={{ integrationId: integration.id }} className="plain-link">
            {integration.name}
          </Link>
        </h3>
        <HealthState health={health} />
      </div>
      <p className={classes.cardNote}>{joinFacts(facts.map(withoutStop))}</p>
      {needsAttention(health) ? (
        <p className={classes.problem}>
          <HealthTrouble health={health} /> <HealthEffect integration={integration} />
        </p>
      ) : null}
      <div className={classes.cardActions}>
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/admin/integrations/$integrationId" params={{ integrationId: integration.id }} {...props} />}
          aria-label={labelled(t('common.edit'), integration.name)}
        >
          {t('common.edit')}
        </Button>
        <ActionButton
          variant="subtle"
          color="gray"
          loading={check.isPending}
          onClick={test}
          aria-label={labelled(t('integrations.test'), integration.name)}
        >
          {t('integrations.test')}
        </ActionButton>
      </div>
    </article>
  );
}
