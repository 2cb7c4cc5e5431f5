import { createLecternApi, type LecternApi } from './lectern-api.js';
import type { DemoIntegration } from './demo-services.js';

/** An account of the demo. */
export interface DemoAccount {
  readonly username: string;
  readonly password: string;
  readonly api: LecternApi;
}

interface SignedIn {
  readonly accessToken: string;
}

/** Signs in and returns the API for that account. */
export async function signIn(url: string, username: string, password: string): Promise<LecternApi> {
  const session = await createLecternApi(url).call<SignedIn>('POST', '/api/auth/local/login', { username, password });
  return createLecternApi(url, session.accessToken);
}

/** Does what a new admin does, through the public API: account, library folder, integrations, a user. */
export async function setUpLectern(
  url: string,
  options: {
    readonly setupToken: string;
    readonly adminPassword: string;
    readonly userPassword: string;
    readonly libraryDir: string;
    readonly downloadDir: string;
    readonly integrations: readonly DemoIntegration[];
    readonly onStep?: (text: string) => void;
  },
): Promise<{ admin: DemoAccount; user: DemoAccount }> {
  const step = options.onStep ?? (() => undefined);
  await createLecternApi(url).call('POST', '/api/setup/admin', {
    token: options.setupToken,
    username: 'admin',
    password: options.adminPassword,
    displayName: 'Ada Admin',
  });
  const admin = await signIn(url, 'admin', options.adminPassword);
  step('admin account made');
  const library = await admin.call<{ saved: boolean; steps: { ok: boolean; message: string }[] }>('POST', '/api/setup/library', {
    path: options.libraryDir,
    downloadPath: options.downloadDir,
  });
  if (!library.saved) throw new Error(`The library folder was refused: ${library.steps.map((s) => s.message).join(' ')}`);
  step('library folder tested and saved');
  for (const integration of options.integrations) {
    const { pluginId, name, settings } = integration;
    const answer = await admin.call<{ integration: { id: string } }>('POST', '/api/admin/integrations', { pluginId, name, settings });
    const check = await admin.call<{ ok: boolean; version?: string; error?: { message: string } }>(
      'POST',
      `/api/admin/integrations/${answer.integration.id}/check`,
      {},
    );
    if (!check.ok) throw new Error(`${name} does not answer: ${check.error?.message}`);
    if (integration.subscriptions) {
      await admin.call('PUT', `/api/admin/notifications/subscriptions/${answer.integration.id}`, { events: integration.subscriptions });
    }
    step(`${name} connected${check.version ? ` (${check.version})` : ''}`);
  }
  await admin.call('POST', '/api/setup/complete', {});
  await admin.call('POST', '/api/admin/users', {
    username: 'reader',
    password: options.userPassword,
    displayName: 'Rita Reader',
    role: 'user',
  });
  const user = await signIn(url, 'reader', options.userPassword);
  step('reader account made');
  return {
    admin: { username: 'admin', password: options.adminPassword, api: admin },
    user: { username: 'reader', password: options.userPassword, api: user },
  };
}
