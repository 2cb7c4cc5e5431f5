import { expect } from 'chai';
import { inverseOf, patched } from './notification-preferences.js';
import type { NotificationPreferences } from './types.js';

const PREFERENCES: NotificationPreferences = {
  ways: [
    { id: 'push', kind: 'push', name: 'Push', ready: true },
    { id: 'mail', kind: 'mail', name: 'E-mail', ready: true },
  ],
  events: [
    { id: 'request_available', title: 'A book is in the library', wants: { push: true, mail: false } },
    { id: 'request_denied', title: 'A request was denied', wants: { push: true, mail: true } },
  ],
  quietHours: null,
  digest: { weekday: 1, hour: 8 },
};

describe('changes of notification preferences', () => {
  it('touch what they name and nothing else', () => {
    const after = patched(PREFERENCES, { wants: { request_available: { mail: true } }, digest: null });

    expect(after.events.map(({ wants }) => wants)).to.deep.equal([
      { push: true, mail: true },
      { push: true, mail: true },
    ]);
    expect([after.quietHours, after.digest]).to.deep.equal([null, null]);
  });

  it('are taken back by their inverse, while other changes stay', () => {
    const change = { wants: { request_available: { mail: true } }, quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' } };
    const back = inverseOf(PREFERENCES, change);

    const other = patched(patched(PREFERENCES, change), { wants: { request_denied: { push: false } } });
    const after = patched(other, back);

    expect(after.events.map(({ wants }) => wants)).to.deep.equal([
      { push: true, mail: false },
      { push: false, mail: true },
    ]);
    expect(after.quietHours).to.equal(null);
  });
});
