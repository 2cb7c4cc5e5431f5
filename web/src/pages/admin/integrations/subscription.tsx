import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { subscriptionsQuery, useSaveSubscription } from '../../../api/queries/integration-queries.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from '../admin.module.css';

/** The events that a notifier announces. */
export function Subscription({ integrationId }: { integrationId: string }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const { data, error, refetch } = useQuery(subscriptionsQuery);
  const save = useSaveSubscription(integrationId);
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} compact /> : <LoadingBlock height={120} />;
  const chosen = data.items.find((item) => item.integrationId === integrationId)?.events ?? [];
  return (
    <Checkbox.Group
      label={t('subscription.label')}
      value={save.isPending ? save.variables : chosen}
      onChange={(events) =>
        save.mutate(events, { onSuccess: () => toast.done(t('common.saved')), onError: (problem) => toast.problem(errorText(problem)) })
      }
    >
      <div className={classes.stack} style={{ gap: 12, marginBlockStart: 10 }}>
        {data.events.map((event) => (
          <Checkbox key={event.id} value={event.id} label={event.title} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
