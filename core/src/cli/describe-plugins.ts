import type { Cradle } from '../app/cradle.js';
import { inEnglish } from '../platform/words/index.js';

/** Describes the plugins as lines for people, or as JSON for programs. */
export function describePlugins(
  { host, pluginStore, crashRecords }: Pick<Cradle, 'host' | 'pluginStore' | 'crashRecords'>,
  asJson: boolean,
): string {
  const items = host.plugins().map(({ id, packageName, version, source, state, error }) => {
    const record = pluginStore.get(id);
    const problem = crashRecords.quarantineOf(id)?.message ?? error?.message;
    return {
      id,
      packageName,
      version: record?.installed?.version ?? version,
      source,
      // no code is loaded here, so that `ready` only means that the package could be read
      state,
      enabled: record?.enabled ?? true,
      ...(record?.installed && record.previous ? { previousVersion: record.previous.version } : {}),
      ...(problem === undefined || state === 'disabled' ? {} : { problem: inEnglish(problem) }),
    };
  });
  if (asJson) return JSON.stringify({ items }, null, 2);
  if (items.length === 0) return 'There are no plugins.';
  const width = (member: 'id' | 'version') => Math.max(...items.map((item) => item[member].length));
  return items
    .map(({ id, version, source, state, problem }) => {
      const line = `${id.padEnd(width('id'))}  ${version.padEnd(width('version'))}  ${source.padEnd(9)}  ${state}`;
      return problem === undefined ? line : `${line}\n  ${problem}`;
    })
    .join('\n');
}
