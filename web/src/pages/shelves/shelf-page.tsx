import './use-shelf-messages.js';
import { Button, Group, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionButton } from '../../components/controls/action-button.js';
import { shelfProvidersQuery, shelvesQuery, useRemoveShelf, useUpdateShelf } from '../../api/queries/shelf-queries.js';
import type { Shelf, ShelfProvider } from '../../api/types.js';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { LoadingBlock } from '../../components/feedback/loading-block.js';
import { LeaveGuard } from '../../components/feedback/leave-guard.js';
import { toast } from '../../components/feedback/toast.js';
import { useErrorText } from '../../components/feedback/use-error-text.js';
import { PageHeader } from '../../components/page/page-header.js';
import { Section } from '../../components/page/section.js';
import type { JsonSchema } from '../../forms/json-schema.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { useIntegrationForm } from '../admin/integrations/use-integration-form.js';
import { NotFoundPage } from '../not-found/not-found-page.js';
import { ShelfBooks } from './shelf-books.js';
import { ShelfForm } from './shelf-form.js';
import { ShelfState } from './shelf-state.js';
import classes from './shelves.module.css';
import { SyncButton } from './sync-button.js';

function RemoveButton({ shelf }: { shelf: Shelf }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const remove = useRemoveShelf(shelf.id);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('shelves.remove')}
      </Button>
      {asking ? (
        <ConfirmDialog
          title={t('shelves.remove.title', { name: shelf.name })}
          confirm={t('shelves.remove')}
          danger
          busy={remove.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            remove.mutate(undefined, {
              onSuccess: () => void navigate({ to: '/shelves' }),
              onError: (error) => toast.problem(errorText(error)),
            })
          }
        >
          {t('shelves.remove.body')}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function ShelfSettings({ shelf, site }: { shelf: Shelf; site: ShelfProvider }) {
  const { t } = useI18n();
  const schema = site.settingsSchema as JsonSchema;
  const { id, pluginId, settings: saved, secretsSet } = shelf;
  const form = useIntegrationForm({ area: 'shelves', pluginId, integrationId: id, schema, saved, secretsSet });
  const update = useUpdateShelf(id);
  const save = () => {
    if (!form.validate()) return;
    update.mutate({ settings: form.patch() }, { onSuccess: () => toast.done(t('common.saved')), onError: form.fail });
  };
  return (
    <div className={classes.form}>
      <LeaveGuard changed={form.changed && !update.isPending} />
      <ShelfForm pluginId={pluginId} shelfId={id} schema={schema} secretsSet={secretsSet} form={form} />
      <Group mt="lg">
        <ActionButton onClick={save} loading={update.isPending} disabled={!form.changed}>
          {t('shelves.save')}
        </ActionButton>
        <ActionButton variant="default" onClick={form.test} loading={form.testing}>
          {t('shelves.test')}
        </ActionButton>
      </Group>
    </div>
  );
}

function AutoRequest({ shelf }: { shelf: Shelf }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const update = useUpdateShelf(shelf.id);
  return (
    <Switch
      size="md"
      label={t('shelves.auto')}
      description={t('shelves.auto.help')}
      checked={update.isPending ? (update.variables.autoRequest ?? shelf.autoRequest) : shelf.autoRequest}
      onChange={(event) =>
        update.mutate({ autoRequest: event.currentTarget.checked }, { onError: (error) => toast.problem(errorText(error)) })
      }
    />
  );
}

function OneShelf({ shelf, site }: { shelf: Shelf; site: ShelfProvider | undefined }) {
  const { t } = useI18n();
  return (
    <div className={classes.page}>
      <PageHeader
        title={shelf.name}
        lead={shelf.siteName}
        actions={
          <Group gap="sm">
            <SyncButton shelf={shelf} />
            <RemoveButton shelf={shelf} />
          </Group>
        }
      />
      <div className={classes.stack}>
        <div>
          <ShelfState shelf={shelf} />
        </div>
        <AutoRequest shelf={shelf} />
      </div>
      <Section title={t('shelves.booksTitle')}>
        <ShelfBooks shelf={shelf} />
      </Section>
      {site ? (
        <Section title={t('shelves.settings')}>
          <ShelfSettings shelf={shelf} site={site} />
        </Section>
      ) : null}
    </div>
  );
}

export function ShelfPage() {
  const { shelfId } = useParams({ from: '/shell/shelves/$shelfId' });
  const shelves = useQuery(shelvesQuery);
  const sites = useQuery(shelfProvidersQuery);
  const error = shelves.error ?? sites.error;
  if (!shelves.data || !sites.data) {
    return error ? (
      <ErrorState
        error={error}
        onRetry={() => {
          void shelves.refetch();
          void sites.refetch();
        }}
      />
    ) : (
      <LoadingBlock height={360} />
    );
  }
  const shelf = shelves.data.find((one) => one.id === shelfId);
  if (!shelf) return <NotFoundPage />;
  return <OneShelf key={shelf.id} shelf={shelf} site={sites.data.find(({ pluginId }) => pluginId === shelf.pluginId)} />;
}
