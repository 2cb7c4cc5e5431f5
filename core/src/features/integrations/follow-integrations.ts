import type { ChangeFeed } from '../../platform/change-feed/index.js';
import type { Logger, PluginHost } from '../../plugin-host/index.js';
import type { IntegrationRecords } from '../integration-records/integration-store.js';

/** The topic under which processes announce saved and deleted integrations. */
export const INTEGRATION_CHANGED = 'integration';

export interface FollowIntegrationsDeps {
  readonly feed: Pick<ChangeFeed, 'hear'>;
  readonly store: Pick<IntegrationRecords, 'list' | 'get'>;
  readonly host: Pick<PluginHost, 'apply' | 'remove' | 'instances'>;
  readonly log: Logger;
  /** Resolves when this process has started the stored integrations. */
  readonly started: Promise<unknown>;
}

/** Applies integrations that another process saved. @returns a function that stops it */
export function followIntegrations({ feed, store, host, log, started }: FollowIntegrationsDeps): () => void {
  /** The time of the last version read, by integration. */
  const read = new Map<string, string>();
  // one at a time, and never before the start, which may have read older versions
  let inOrder: Promise<unknown> = started.then(noteAll);

  async function noteAll(): Promise<void> {
    for (const { id, updatedAt } of await store.list()) read.set(id, updatedAt);
  }

  async function follow(id: string): Promise<void> {
    const stored = await store.get(id);
    if (!stored) {
      read.delete(id);
      return host.remove(id, 'removed');
    }
    read.set(id, stored.updatedAt);
    // not awaited: a slow start must not keep others from being followed
    host.apply(stored).catch((error: unknown) => log.error({ integration: id, err: error }, 'an integration could not be applied'));
  }

  async function catchUp(): Promise<void> {
    const stored = await store.list();
    const gone = host.instances().filter(({ integrationId }) => !stored.some(({ id }) => id === integrationId));
    const changed = stored.filter(({ id, updatedAt }) => read.get(id) !== updatedAt);
    for (const id of [...gone.map(({ integrationId }) => integrationId), ...changed.map((one) => one.id)]) await follow(id);
  }

  return feed.hear(INTEGRATION_CHANGED, (data) => {
    const id = (data as { readonly id?: string } | undefined)?.id;
    inOrder = inOrder
      .then(() => (id === undefined ? catchUp() : follow(id)))
      .catch((error: unknown) => log.error({ integration: id, err: error }, 'what another process saved could not be followed'));
  });
}
