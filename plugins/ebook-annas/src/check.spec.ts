import { describePlugin, detailsOf, faultRows } from '@lectern/plugin-kit';
import { expect } from 'chai';
import { fileURLToPath } from 'node:url';
import { closeWorlds, createWorld, faultOf, KEY, never, settingsFor } from './annas-world.spec.support.js';

describePlugin(fileURLToPath(new URL('..', import.meta.url)), { settings: settingsFor(['https://archive.example'], { memberKey: KEY }) });

describe('check', () => {
  afterEach(closeWorlds);

  it('searches, contacts the solver and tries the key once a day', async () => {
    const { archive, instance, context } = await createWorld({ memberKey: KEY }, { withSolver: true });

    const details = detailsOf(await instance.check({ signal: never }));
    expect(details[0]).to.match(/^127\.0\.0\.1:\d+ answers/);
    expect(details.slice(1)).to.deep.equal([
      'The challenge solver 3.5.0 is ready.',
      'The member key works, 25 of 25 downloads are left today.',
    ]);
    await instance.check({ signal: never });
    const asked = () => archive.requests.filter((request) => request.path.startsWith('/dyn/')).length;
    expect(asked()).to.equal(1);
    context.advance(86_400_001);
    await instance.check({ signal: never });
    expect(asked()).to.equal(2);
  });

  it('contacts nobody until the admin has entered an address and confirmed', async () => {
    const { archive, instance } = await createWorld({ confirmLawful: false });
    const { instance: empty } = await createWorld({ baseUrls: [] });
    const { instance: plain } = await createWorld({ allowPlainHttp: false });

    expect(await faultOf(instance.check({ signal: never }))).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'confirmLawful' });
    expect(await faultOf(empty.check({ signal: never }))).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'baseUrls' });
    expect(await faultOf(plain.check({ signal: never }))).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'baseUrls' });
    expect(archive.requests).to.deep.equal([]);
  });

  it('recognizes a challenge, a parked domain and a changed page', async () => {
    const { archive, instance } = await createWorld();
    const told = async (trouble: Parameters<typeof archive.trouble>[0]) => {
      archive.heal();
      archive.trouble(trouble);
      return faultOf(instance.check({ signal: never }));
    };

    expect(await told('challenge')).to.include({ code: 'INTEGRATION_FORBIDDEN', field: 'solverUrl' });
    const parked = await told('parked');
    expect(parked).to.include({ code: 'INTEGRATION_BAD_RESPONSE', field: 'baseUrls' });
    expect(parked.message).to.include('parked domain');
    expect((await told('layout-drift')).message).to.match(/not found: \.js-aarecord-list-outer/);
  });

  it('recognizes a refused key and a used-up quota', async () => {
    const refused = await createWorld({ memberKey: 'another-key' });
    const usedUp = await createWorld({ memberKey: KEY }, { downloadsLeft: 0 });

    expect(await faultOf(refused.instance.check({ signal: never }))).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'memberKey' });
    const fault = await faultOf(usedUp.instance.check({ signal: never }));
    expect(fault.code).to.equal('INTEGRATION_RATE_LIMITED');
    expect(fault.message).to.match(/used up for today/);
    expect(fault.retryAfterMs).to.be.within(1, 86_400_000);
  });

  it('names a solver that does not answer', async () => {
    const { instance, solver } = await createWorld({}, { withSolver: true });
    solver.fail({ kind: 'html' });

    expect(await faultOf(instance.check({ signal: never }))).to.include({ code: 'INTEGRATION_UNAVAILABLE', field: 'solverUrl' });
  });

  faultRows('check', {
    secrets: [KEY],
    async setUp(timeoutMs) {
      const { archive, context, instance } = await createWorld({ memberKey: KEY }, { timeoutMs });
      return { target: archive, call: (signal) => instance.check({ signal }), logs: context.logs, tearDown: closeWorlds };
    },
  });
});
