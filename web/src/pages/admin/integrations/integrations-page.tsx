import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconPlug, IconPlus } from '@tabler/icons-react';
import { integrationsQuery } from '../../../api/queries/integration-queries.js';
import type { Integration, ProviderKind } from '../../../api/types.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { StatePanel } from '../../../components/feedback/state-panel.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { Section } from '../../../components/page/section.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from '../admin.module.css';
import { IntegrationCard } from './integration-card.js';
import { RemovedCard } from './removed-card.js';
import { KINDS, NEEDED_KINDS } from '../../../api/provider-kinds.js';

function AddButton({ kind }: { kind?: ProviderKind }) {
  const { t } = useI18n();
  return (
    <Button
      {...(kind ? { variant: 'default' } : {})}
      leftSection={<IconPlus size={16} />}
      renderRoot={(props) => <Link to="/admin/integrations/new" search={{ kind }} {...props} />}
    >
      {t('integrations.add')}
    </Button>
  );
}

/** Integrations outside the lists of kinds: those that only add rules, and those without their plugin. */
function Others({ group, members }: { group: 'rules' | 'removed'; members: Integration[] }) {
  const { t } = useI18n();
  if (members.length === 0) return null;
  return (
    <Section title={t(`integrations.${group}`)} note={t(`integrations.${group}.note`)}>
      <div className={classes.cards}>
        {members.map((integration) =>
          group === 'removed' ? (
            <RemovedCard key={integration.id} integration={integration} />
          ) : (
            <IntegrationCard key={integration.id} integration={integration} />
          ),
        )}
      </div>
    </Section>
  );
}

function ByKind({ integrations }: { integrations: Integration[] }) {
  const { t } = useI18n();
  const there = integrations.filter(({ installed }) => installed);
  const sections = KINDS.map((kind) => {
    const members = there.filter((integration) => integration.provides[0] === kind).sort((a, b) => a.priority - b.priority);
    if (members.length === 0 && !NEEDED_KINDS.some((needed) => needed === kind)) return null;
    return (
      <Section key={kind} title={t(`kind.${kind}`)} note={t(`kind.${kind}.note`)}>
        {members.length > 0 ? (
          <div className={classes.cards}>
            {members.map((integration) => (
              <IntegrationCard key={integration.id} integration={integration} />
            ))}
          </div>
        ) : (
          <div className={classes.card}>
            <p className={classes.cardNote}>{t('integrations.missing', { kind: t(`kind.${kind}`) })}</p>
            <div>
              <AddButton kind={kind} />
            </div>
          </div>
        )}
      </Section>
    );
  });
  return (
    <div className={classes.kinds}>
      {sections}
      <Others group="rules" members={there.filter(({ provides }) => provides.length === 0)} />
      <Others group="removed" members={integrations.filter(({ installed }) => !installed)} />
    </div>
  );
}

export function IntegrationsPage() {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(integrationsQuery);
  return (
    <>
      <PageHeader title={t('integrations.title')} lead={t('integrations.lead')} actions={<AddButton />} />
      {data ? (
        data.length > 0 ? (
          <ByKind integrations={data} />
        ) : (
          <StatePanel icon={IconPlug} title={t('integrations.empty.title')} action={<AddButton />}>
            {t('integrations.empty.body')}
          </StatePanel>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.cards} role="status" aria-label={t('common.loading')}>
          {[0, 1, 2, 3].map((card) => (
            <Skeleton key={card} height={150} radius="lg" />
          ))}
        </div>
      )}
    </>
  );
}
