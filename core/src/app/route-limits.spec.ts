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

/** What people may write without a limit, by what it costs others. */
const COSTS_OTHERS_NOTHING = {
  'changes what is the caller’s own': [
    'DELETE /api/user/api-tokens/{id}',
    'DELETE /api/user/sessions/{id}',
    'DELETE /api/user/sessions',
    'DELETE /api/user/identities/{id}',
    'PATCH /api/user/watched-series/{id}',
    'DELETE /api/user/watched-series/{id}',
    'PATCH /api/user/watched-authors/{id}',
    'DELETE /api/user/watched-authors/{id}',
    'DELETE /api/user/calendar-address',
    'PUT /api/user/home-sections',
    'POST /api/user/ignored-audiobooks',
    'DELETE /api/user/ignored-audiobooks/{id}',
    'PUT /api/user/listening',
    'POST /api/notifications/read',
    'PATCH /api/notifications/preferences',
    'POST /api/notifications/targets',
    'PATCH /api/notifications/targets/{id}',
    'DELETE /api/notifications/targets/{id}',
    'POST /api/requests/{id}/subscribe',
    'DELETE /api/requests/{id}/subscribe',
    'PATCH /api/requests/{id}/merge-chapters',
    'PUT /api/user/shelves/{id}/mapping',
    'DELETE /api/user/shelves/{id}/mapping',
    'PATCH /api/user/shelves/{id}',
    'DELETE /api/user/shelves/{id}',
    'DELETE /api/user/shelves/{id}/sync',
    'PATCH /api/user/profile',
    'DELETE /api/web-push/subscriptions/{id}',
  ],
  'is limited where wrong passwords are': ['POST /api/auth/change-password'],
  'ends what a limited call began': ['POST /api/requests/{id}/cancel', 'DELETE /api/uploads/{id}'],
  'belongs to an upload, of which few may begin': ['PUT /api/uploads/{id}/files', 'POST /api/uploads/{id}/finish'],
  'starts what runs once at a time, and asks for each book once': [
    'POST /api/user/watched-series',
    'POST /api/user/watched-authors',
    'POST /api/user/shelves',
    'POST /api/user/shelves/{id}/sync',
  ],
  'reads a page of the tracking site': ['POST /api/user/shelves/check', 'POST /api/user/shelves/choices'],
  'is limited by the reports that a person makes in a day': [
    'POST /api/audiobooks/{asin}/report-issue',
    'POST /audiobooks/{asin}/report-issue',
  ],
  'makes an address for a file that is here': ['POST /api/requests/{id}/download-token', 'POST /api/audiobooks/{asin}/download-token'],
};

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

  it('hold whatever a member writes that costs others something', () => {
    const unlimited = app.routes.filter(
      ({ method, access, rateLimit, callerRateLimit }) => method !== 'GET' && access.rule === 'user' && !rateLimit && !callerRateLimit,
    );

    expect(unlimited.map(nameOf).sort()).to.deep.equal(Object.values(COSTS_OTHERS_NOTHING).flat().sort());
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
