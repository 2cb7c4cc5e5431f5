import { expect } from 'chai';
import type { BoundProvider, InstanceInfo } from '../../plugin-host/index.js';
import { catalogHosts } from './catalog-hosts.js';

const ADDRESS = 'http://192.168.1.5:4000';
const RECORDS = [{ id: 'catalogue', settings: { apiBaseUrl: ADDRESS } }];

describe('the hosts of the catalogues', () => {
  it('are those of the last change, in whatever order the settings are read', async () => {
    let providers: readonly Pick<BoundProvider<'catalog'>, 'integrationId'>[] = [];
    let changed: (info: InstanceInfo) => void = () => undefined;
    const answers: ((records: typeof RECORDS) => void)[] = [];
    const hosts = catalogHosts({
      host: {
        providers: () => providers as never,
        onStateChange(listener) {
          changed = listener;
          return () => undefined;
        },
      },
      integrationStore: { list: () => new Promise((resolve) => answers.push(resolve)) },
      log: { warn: () => undefined },
    });

    changed({} as InstanceInfo);
    providers = [{ integrationId: 'catalogue' }];
    changed({} as InstanceInfo);
    for (const answer of answers.reverse()) {
      answer(RECORDS);
      await new Promise((resolve) => setImmediate(resolve));
    }

    expect(hosts()).to.deep.equal([ADDRESS]);
  });
});
