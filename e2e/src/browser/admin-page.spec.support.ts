import type { Page } from 'playwright-core';
import type { BareServer, OpenSession } from '../bare-server.spec.support.js';
import { openProfile } from './shared-chromium.spec.support.js';

/** A page in a separate profile, signed in as an admin of a server that is set up. */
export interface AdminPage {
  readonly page: Page;
  readonly session: OpenSession;
  /** Errors that the page threw. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

/** Takes the server as set up, makes the admin, and opens an empty page. */
export async function openAdminPage(server: BareServer): Promise<AdminPage> {
  const session = await server.session(await server.createUser('admin', 'admin'));
  await server.app.services.settings.update({ setup: { completedAt: new Date().toISOString() } }, { name: 'spec' });
  const context = await openProfile({ baseURL: server.url, viewport: { width: 1280, height: 900 } });
  await context.addCookies([
    { name: 'lectern_access', value: session.accessToken, url: server.url },
    { name: 'lectern_csrf', value: session.csrfToken, url: server.url },
  ]);
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  return { page, session, problems, close: () => context.close() };
}
