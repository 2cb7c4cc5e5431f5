import './use-shelf-messages.js';
import { Button, Group, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useState } from 'react';
import { ActionButton } from '../../components/controls/action-button.js';
import { shelfProvidersQuery, useAddShelf } from '../../api/queries/shelf-queries.js';
import type { ShelfProvider } from '../../api/types.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { LoadingBlock } from '../../components/feedback/loading-block.js';
import { StatePanel } from '../../components/feedback/state-panel.js';
import { toast } from '../../components/feedback/toast.js';
import { PageHeader } from '../../components/page/page-header.js';
import type { JsonSchema } from '../../forms/json-schema.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { useIntegrationForm } from '../admin/integrations/use-integration-form.js';
import { ShelfForm } from './shelf-form.js';
import classes from './shelves.module.css';

const NO_SECRETS: readonly string[] = [];

function NewShelf({ site }: { site: ShelfProvider }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const schema = site.settingsSchema as JsonSchema;
  const form = useIntegrationForm({ area: 'shelves', pluginId: site.pluginId, schema, secretsSet: NO_SECRETS });
  const [autoRequest, setAutoRequest] = useState(true);
  const add = useAddShelf();
  const save = () => {
    if (!form.validate()) return;
    add.mutate(
      { pluginId: site.pluginId, settings: form.patch(), autoRequest },
      {
        onSuccess: () => {
          toast.done(t('shelves.added'));
          void navigate({ to: '/shelves' });
        },
        onError: form.fail,
      },
    );
  };
  return (
    <div className={classes.form}>
      <PageHeader title={t('shelves.new', { site: site.name })} lead={site.description} />
      <ShelfForm pluginId={site.pluginId} schema={schema} secretsSet={NO_SECRETS} form={form}>
        <Switch
          size="md"
          label={t('shelves.auto')}
          description={t('shelves.auto.help')}
          checked={autoRequest}
          onChange={(event) => setAutoRequest(event.currentTarget.checked)}
        />
      </ShelfForm>
      <Group mt="xl">
        <ActionButton onClick={save} loading={add.isPending}>
          {t('shelves.add')}
        </ActionButton>
        <ActionButton variant="default" onClick={form.test} loading={form.testing}>
          {t('shelves.test')}
        </ActionButton>
        <Button variant="subtle" color="gray" onClick={() => void navigate({ to: '/shelves' })}>
          {t('common.cancel')}
        </Button>
      </Group>
    </div>
  );
}

/** First the site, then its form. */
export function NewShelfPage() {
  const { t } = useI18n();
  const { site: pluginId } = useSearch({ from: '/shell/shelves/new' });
  const { data, error, refetch } = useQuery(shelfProvidersQuery);
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingBlock height={240} />;
  const site = data.find((candidate) => candidate.pluginId === pluginId);
  if (site) return <NewShelf key={site.pluginId} site={site} />;
  if (data.length === 0) {
    return (
      <StatePanel icon={IconPlugConnectedX} title={t('shelves.noSites.title')} heading>
        {t('shelves.noSites.body')}
      </StatePanel>
    );
  }
  return (
    <div className={classes.page}>
      <PageHeader title={t('shelves.pick.title')} lead={t('shelves.pick.lead')} />
      <div className={classes.sites}>
        {data.map((one) => (
          <Link key={one.pluginId} to="/shelves/new" search={{ site: one.pluginId }} className={classes.site}>
            <strong>{one.name}</strong>
            {one.description ? <span className="dim small">{one.description}</span> : null}
          </Link>
        ))}
      </div>
    </div>
  );
}
