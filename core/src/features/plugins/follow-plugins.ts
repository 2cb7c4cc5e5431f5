import type { ChangeFeed } from '../../platform/change-feed/index.js';
import type { Logger, PluginHost } from '../../plugin-host/index.js';
import type { PluginStore } from './plugin-store.js';
import type { RunningVersions } from './running-versions.js';

/** The topic under which processes announce plugins that were installed, removed, enabled or disabled. */
export const PLUGIN_CHANGED = 'plugin';

/** The message about a changed plugin. */
export interface PluginChanged {
  readonly id: string;
  readonly replace?: boolean;
}

export interface FollowPluginsDeps {
  readonly feed: Pick<ChangeFeed, 'hear'>;
  readonly store: Pick<PluginStore, 'load' | 'list'>;
  readonly host: Pick<PluginHost, 'refresh'>;
  readonly runningVersions: Pick<RunningVersions, 'note'>;
  readonly log: Logger;
  /** Resolves when this process has loaded its plugins. */
  readonly started: Promise<unknown>;
}

/** Reloads plugins that another process changed. @returns a function that stops it */
export function followPlugins({ feed, store, host, runningVersions, log, started }: FollowPluginsDeps): () => void {
  let inOrder: Promise<unknown> = started;

  const versions = () => new Map(store.list().map(({ id, updatedAt }) => [id, updatedAt]));

  async function follow(changed: PluginChanged | undefined): Promise<void> {
    const before = versions();
    await store.load();
    const after = versions();
    const missed = [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id));
    for (const id of changed ? [changed.id] : missed) await host.refresh(id, { replace: changed?.replace });
    runningVersions.note();
  }

  return feed.hear(PLUGIN_CHANGED, (data) => {
    inOrder = inOrder
      .then(() => follow(data as PluginChanged | undefined))
      .catch((error: unknown) => log.error({ err: error }, 'a plugin that another process changed could not be followed'));
  });
}
