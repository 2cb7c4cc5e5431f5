import { expect } from 'chai';
import { DEFAULT_SETTINGS } from '../settings/index.js';
import { effectivePermissions, effectiveQuota, quotaColumns } from './permissions.js';

describe('permissions', () => {
  const unset = { autoApprove: null, interactiveSearchAccess: null, downloadAccess: null };
  const open = { ...DEFAULT_SETTINGS, access: { ...DEFAULT_SETTINGS.access, downloadAccess: true, interactiveSearch: true } };

  it('follow the global setting unless set for the user', () => {
    expect(effectivePermissions({ role: 'user', ...unset }, DEFAULT_SETTINGS).downloadAccess).to.equal(false);
    expect(effectivePermissions({ role: 'user', ...unset }, open).downloadAccess).to.equal(true);
  });

  it('prefer the user’s choice to the global setting, in both directions and as either database stores it', () => {
    expect(effectivePermissions({ role: 'user', ...unset, downloadAccess: 0 }, open).downloadAccess).to.equal(false);
    expect(effectivePermissions({ role: 'user', ...unset, interactiveSearchAccess: true }, DEFAULT_SETTINGS).interactiveSearch).to.equal(
      true,
    );
  });

  it('are all granted to admins', () => {
    expect(Object.values(effectivePermissions({ role: 'admin', ...unset, autoApprove: false }, DEFAULT_SETTINGS))).to.deep.equal([
      true,
      true,
      true,
    ]);
  });

  it('include one user’s quota, no limit for one user, and the general one', () => {
    const limited = { ...DEFAULT_SETTINGS, requests: { ...DEFAULT_SETTINGS.requests, quotaLimit: 5, quotaDays: 30 } };
    const quotaOf = (quota: Parameters<typeof quotaColumns>[0], role: 'user' | 'admin' = 'user') =>
      effectiveQuota({ role, ...quotaColumns(quota) }, limited);

    expect(quotaOf(null)).to.deep.equal({ limit: 5, days: 30 });
    expect(quotaOf({ limit: 2, days: 7 })).to.deep.equal({ limit: 2, days: 7 });
    expect(quotaOf({ limit: 0, days: 7 }).limit).to.equal(0);
    expect(quotaOf({ limit: null, days: 7 }).limit).to.equal(null);
    expect(quotaOf({ limit: 2, days: 7 }, 'admin').limit).to.equal(null);
  });
});
