import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { integrationsQuery, pluginsQuery } from '../../../api/queries/integration-queries.js';
import type { LogFilter } from '../../../api/queries/log-queries.js';
import type { LogLine } from '../../../api/types.js';
import { useI18n } from '../../../i18n/i18n-context.js';

/** Integrations and plugins, which lines are about. */
export interface Sources {
  readonly choices: { group: string; items: { value: string; label: string }[] }[];
  readonly nameOf: (line: Pick<LogLine, 'integration' | 'plugin'>) => string | undefined;
}

/** An id that nothing has any more is its own name, for a filter as for a line. */
export function useSources({ integration, plugin }: Pick<LogFilter, 'integration' | 'plugin'>): Sources {
  const { t } = useI18n();
  const { data: integrations } = useQuery(integrationsQuery);
  const { data: plugins } = useQuery(pluginsQuery);
  return useMemo(() => {
    const named = (list: readonly { id: string; name: string }[] | undefined, chosen: string | undefined) => {
      const names = new Map((list ?? []).map(({ id, name }) => [id, name]));
      if (chosen !== undefined && !names.has(chosen)) names.set(chosen, chosen);
      return names;
    };
    const ofIntegrations = named(integrations, integration);
    const ofPlugins = named(
      plugins?.map(({ id, displayName: name }) => ({ id, name })),
      plugin,
    );
    const items = (kind: string, names: Map<string, string>) => [...names].map(([id, label]) => ({ value: `${kind}:${id}`, label }));
    return {
      choices: [
        { group: t('logs.source.integrations'), items: items('integration', ofIntegrations) },
        { group: t('logs.source.plugins'), items: items('plugin', ofPlugins) },
      ],
      nameOf: (line) =>
        line.integration !== undefined
          ? (ofIntegrations.get(line.integration) ?? line.integration)
          : line.plugin !== undefined
            ? (ofPlugins.get(line.plugin) ?? line.plugin)
            : undefined,
    };
  }, [integrations, plugins, integration, plugin, t]);
}
