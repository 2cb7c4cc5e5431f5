import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPluginWorld, type PluginServer, type PluginWorld } from './plugin-world.spec.support.js';

export const ID = 'notify-sample';
export const NAME = 'lectern-plugin-sample';

/** A server for each test of a group, on which the plugin {@link ID} is installed and used. */
export function useInstalledPlugins() {
  let world: PluginWorld;
  let server: PluginServer;
  /** The messages that the plugin wrote down. */
  const sent = async (): Promise<string[]> =>
    (await readFile(join(world.dataDir, 'sent'), 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');

  beforeEach(async () => {
    world = await createPluginWorld();
    server = await world.start();
  });
  afterEach(async () => {
    await server.stop();
    await world.dispose();
  });

  async function restart(): Promise<void> {
    await server.stop();
    server = await world.start();
  }

  /** Installs from the registry and waits for the job. */
  async function install(body: object = { name: NAME }): ReturnType<PluginServer['over']> {
    const { body: answer } = await server.admin.post<{ jobId: string }>('/api/admin/plugins/install', body);
    return server.over(answer.jobId);
  }

  /** Creates an integration of the plugin. */
  async function integrate(): Promise<void> {
    const integration = {
      id: 'i1',
      pluginId: ID,
      name: 'Mine',
      enabled: true,
      priority: 1,
      secrets: {},
      pluginVersion: '1.0.0',
      settings: { file: join(world.dataDir, 'sent') },
    };
    world.integrations.push(integration);
    await server.host.apply(integration);
  }

  /** Sends a message through the integration; returns `sent`, or why not. */
  async function send(title: string): Promise<string> {
    const message = { event: 'test', title, lines: [], links: [], severity: 'info' } as never;
    const provider = server.host.provider('notifier', 'i1');
    try {
      await provider?.call('send', (notifier, call) => notifier.send(message, call));
      return provider ? 'sent' : 'no provider';
    } catch (error) {
      return (error as Error).message;
    }
  }

  /** The actions in the history, in order. */
  const audited = async (): Promise<string[]> =>
    (await server.http.people.audit.list({ page: 1, limit: 50, targetType: 'plugin' })).items.map(({ action }) => action).reverse();

  return {
    get world(): PluginWorld {
      return world;
    },
    get server(): PluginServer {
      return server;
    },
    sent,
    restart,
    install,
    integrate,
    send,
    audited,
  };
}
