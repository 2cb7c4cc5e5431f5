import { expect } from 'chai';
import type { Cradle } from '../app/cradle.js';
import { sentence } from '../platform/words/index.js';
import { describePlugins } from './describe-plugins.js';

type Described = Parameters<typeof describePlugins>[0];

function world(quarantine: ReturnType<Cradle['crashRecords']['quarantineOf']>): Described {
  const plugin = { id: 'a', packageName: 'lectern-plugin-a', version: '1.0.0', source: 'installed', state: 'quarantined' };
  return {
    host: { plugins: () => [plugin] },
    pluginStore: { get: () => undefined },
    crashRecords: { quarantineOf: () => quarantine },
  } as unknown as Described;
}

describe('the list of plugins on the command line', () => {
  it('says in words why a plugin does not run, to people and to programs', () => {
    const crash = { message: sentence('plugin_problem.exited', { code: '0' }) } as ReturnType<Cradle['crashRecords']['quarantineOf']>;
    const words = 'it ended the process with process.exit(0)';

    expect(describePlugins(world(crash), false)).to.match(/quarantined\n {2}it ended the process with process\.exit\(0\)$/);
    expect(JSON.parse(describePlugins(world(crash), true))).to.have.nested.property('items[0].problem', words);
  });
});
