import { randomBytes } from 'node:crypto';
import { seedDemo, setUpLectern, stockLibrary, type SeededDemo } from '@lectern/demo';
import type { BrowserScene } from '../browser/browser-scene.spec.support.js';
import type { LookedAt } from './looked-at.js';

/** A cookie of somebody who is signed in. */
export type Cookie = { readonly name: string; readonly value: string; readonly url: string };

export interface SeededScene {
  readonly demo: SeededDemo;
  cookiesOf(who: NonNullable<LookedAt['as']>): Promise<readonly Cookie[]>;
}

/** An access token holds for 15 minutes. */
const SIGNED_IN_MS = 10 * 60_000;

/** Sets a server up as an admin would, and lives in it until every page has something to show. */
export async function seedScene({ app, sims }: BrowserScene, say: (text: string) => void): Promise<SeededScene> {
  const password = () => randomBytes(12).toString('base64url');
  const { admin, user } = await setUpLectern(app.url, {
    setupToken: (await app.setupToken()) ?? '',
    adminPassword: password(),
    userPassword: password(),
    libraryDir: sims.libraryDir,
    downloadDir: sims.downloadDir,
    integrations: sims.integrations,
  });
  await stockLibrary(sims, admin.api);
  const demo = await seedDemo({ url: app.url, world: sims, admin, user, say });
  const { users, auth } = app.services;
  // one session each: those that are open are shown on a page
  const cookies = new Map<string, { readonly until: number; readonly of: readonly Cookie[] }>();
  return {
    demo,
    async cookiesOf(who) {
      const known = cookies.get(who);
      if (who === 'nobody') return [];
      if (known && Date.now() < known.until) return known.of;
      const found = await users.findByUsername(who);
      if (!found) throw new Error(`The demo has nobody called ${who}.`);
      const { accessToken, csrfToken } = await auth.openSession(found.id, { address: '127.0.0.1', userAgent: 'look' });
      const opened = [
        { name: 'lectern_access', value: accessToken, url: app.url },
        { name: 'lectern_csrf', value: csrfToken, url: app.url },
      ];
      cookies.set(who, { until: Date.now() + SIGNED_IN_MS, of: opened });
      return opened;
    },
  };
}
