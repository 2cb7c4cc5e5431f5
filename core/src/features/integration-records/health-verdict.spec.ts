import { expect } from 'chai';
import type { InstanceInfo } from '../../plugin-host/index.js';
import { faultOf, standingOf, verdictOf } from './health-verdict.js';

const went = (ok: boolean, at: number) => ({ ok, at, since: at });
const info = (change: Partial<InstanceInfo> = {}): InstanceInfo => ({
  integrationId: 'i',
  pluginId: 'p',
  name: 'Audible',
  state: 'running',
  since: 0,
  ...change,
});
const failedCheck = { ...went(false, 5), error: { code: 'INTEGRATION_UNAVAILABLE', message: 'no such host' } };
const lastError = { code: 'HOOK_FAILED', message: 'it threw', at: 9 };

describe('the verdict on an integration', () => {
  const cases: readonly [string, Partial<InstanceInfo>, string][] = [
    ['is that it was not checked, while nothing was asked of it', {}, 'unchecked'],
    ['is that it answers after a good check', { lastCheck: went(true, 5) }, 'answers'],
    ['is that it answers after a good call', { lastCall: went(true, 5) }, 'answers'],
    ['is a failed check, whatever calls come to', { lastCheck: failedCheck, lastCall: went(true, 6) }, 'checkFailed'],
    ['is a failed check while calls are paused', { state: 'degraded', lastCheck: failedCheck }, 'checkFailed'],
    ['is a problem while calls are paused after a good check', { state: 'degraded', lastCheck: went(true, 5) }, 'degraded'],
    ['is a failed call after a good check', { lastCheck: went(true, 5), lastCall: went(false, 6) }, 'callFailed'],
    ['is that it answers when a check went well since the failed call', { lastCheck: went(true, 7), lastCall: went(false, 6) }, 'answers'],
    ['is a failed hook, however well its checks go', { lastCheck: went(true, 9), lastHook: went(false, 6) }, 'hookFailed'],
    ['is its state while it does not run', { state: 'quarantined', lastCheck: went(true, 5) }, 'quarantined'],
  ];
  for (const [title, change, verdict] of cases) {
    it(title, () => {
      expect(verdictOf(info(change))).to.equal(verdict);
    });
  }

  it('comes with the fault of what failed, since the first of the series', () => {
    expect(faultOf(info({ lastCheck: failedCheck, lastError }))).to.deep.equal({ message: 'no such host', since: 5 });
    expect(faultOf(info({ lastHook: went(false, 6), lastError }))).to.deep.equal({ message: 'it threw', since: 6 });
    expect(faultOf(info({ lastCheck: went(true, 5), lastError }))).to.equal(undefined);
  });
});

describe('the standing of a kind', () => {
  it('is silent only where nothing may answer', () => {
    expect(standingOf([])).to.equal('none');
    expect(standingOf(['checkFailed', 'failed'])).to.equal('silent');
    expect(standingOf(['checkFailed', 'unchecked'])).to.equal('unchecked');
    expect(standingOf(['checkFailed', 'answers', 'starting'])).to.equal('answers');
  });
});
