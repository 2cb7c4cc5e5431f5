import { expect } from 'chai';
import { InstallError, type PublishedPackage } from '../../plugin-host/index.js';
import { createServerUpdate } from './server-update.js';
import { foreignWords } from '../../platform/words/index.js';

describe('the check for a newer server', () => {
  const published = (latest: string | undefined): PublishedPackage => ({ name: '@lectern/core', latest, tags: {}, versions: [] });
  let clock: Date;
  let asked: string[];
  let answer: () => PublishedPackage;

  beforeEach(() => {
    clock = new Date('2026-03-01T10:00:00.000Z');
    asked = [];
    answer = () => published('1.3.0');
  });

  const create = (isAllowed = true) =>
    createServerUpdate({
      registry: {
        versions: async (name) => {
          asked.push(name);
          return answer();
        },
      },
      isAllowed,
      version: '1.2.0',
      now: () => clock,
    });

  it('names a newer release, and asks the registry at most twice a day', async () => {
    const check = create();
    expect(await check()).to.deep.equal({ current: '1.2.0', available: '1.3.0', checkedAt: '2026-03-01T10:00:00.000Z' });
    await check();
    expect(asked).to.deep.equal(['@lectern/core']);
    clock = new Date('2026-03-01T22:00:00.000Z');
    answer = () => published('1.4.0');
    expect(await check()).to.include({ available: '1.4.0' });
  });

  for (const latest of ['1.2.0', '1.1.9', '2.0.0-beta.1', 'newest', '', '9'.repeat(400), undefined]) {
    it(`names none if the newest is ${latest?.slice(0, 20) ?? 'unknown'}`, async () => {
      answer = () => published(latest);
      expect(await create()()).to.not.have.property('available');
    });
  }

  it('asks once for all who open a page at the same time', async () => {
    const check = create();
    await Promise.all([check(), check(), check()]);
    expect(asked).to.have.length(1);
  });

  it('keeps what it knew while the registry is unreachable', async () => {
    const check = create();
    await check();
    clock = new Date('2026-03-02T10:00:00.000Z');
    answer = () => {
      throw new InstallError('INSTALL_REGISTRY_UNREACHABLE', foreignWords('away'));
    };
    expect(await check()).to.deep.equal({ current: '1.2.0', available: '1.3.0', checkedAt: '2026-03-01T10:00:00.000Z' });
    await check();
    expect(asked).to.have.length(2);
  });

  it('asks nobody where that is switched off', async () => {
    expect(await create(false)()).to.deep.equal({ current: '1.2.0' });
    expect(asked).to.deep.equal([]);
  });
});
