import { Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listeningQuery, useListening } from '../../../api/queries/listening-queries.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { Section } from '../../../components/page/section.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { joinNames } from '../../../i18n/join-names.js';

/** Whether Lectern reads what the person listens to, and asks for the next part. */
export function ListeningSection() {
  const { t } = useI18n();
  const errorText = useErrorText();
  const { data, error, refetch } = useQuery(listeningQuery);
  const { mutate } = useListening();
  const change = (on: boolean, asks: boolean) => mutate({ on, asks }, { onError: (problem) => toast.problem(errorText(problem)) });
  return (
    <Section title={t('listening.title')}>
      {data ? (
        <Stack gap="md">
          <Switch
            checked={data.on}
            onChange={(event) => change(event.currentTarget.checked, data.asks)}
            label={t('listening.on')}
            description={t('listening.on.help')}
          />
          {data.on ? (
            <>
              <Switch
                checked={data.asks}
                onChange={(event) => change(true, event.currentTarget.checked)}
                label={t('listening.asks')}
                description={t('listening.asks.help')}
              />
              <p className="dim small">
                {data.servers.length > 0
                  ? t('listening.heard', { count: data.heard, servers: joinNames(data.servers) })
                  : t('listening.notLinked')}
              </p>
            </>
          ) : null}
        </Stack>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingBlock height={60} />
      )}
    </Section>
  );
}
