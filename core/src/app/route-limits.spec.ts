import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { buildApp, type BuiltApp } from '../app.js';
import { loadConfig } from '../platform/config/config.js';
import type { Route } from '../platform/http/route.js';

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

/** Limited by address although they are no tries of somebody who signs in: what they take is given back by none of them. */
const NO_TRIES = [
  // given back by the call that finishes it
  'POST /api/auth/external/{id}/begin',
  'POST /api/auth/confirm/{provider}/begin',
  'POST /api/user/identities/{provider}/begin',
];

describe('the limits of routes', () => {
  let dataDir: string;
  let app: BuiltApp;

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'lectern-limits-'));
    app = await buildApp(loadConfig({ LECTERN_DATA: dataDir, LECTERN_LOG_LEVEL: 'silent' }));
  });
  after(async () => {
    await app.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('count failures only wherever somebody signs in or shows who they are', () => {
    const doors = app.routes.filter(({ rateLimit }) => ['sign-in', 'token-sign-in', 'sign-in-finish'].includes(rateLimit ?? ''));

    const counting = doors.filter(({ rateLimit, givesBack = [] }) => rateLimit && !givesBack.includes(rateLimit));
    const finishing = doors.filter(({ rateLimit }) => rateLimit === 'sign-in-finish');

    expect(doors.length).to.be.at.least(12);
    expect(counting.map(nameOf).sort()).to.deep.equal([...NO_TRIES].sort());
    expect(finishing.filter(({ givesBack }) => !givesBack?.includes('sign-in')).map(nameOf)).to.deep.equal([]);
  });
});
