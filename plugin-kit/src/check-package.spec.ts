import { expect } from 'chai';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkManifest, checkSettingsSchema } from './check-package.js';
import { describePlugin } from './describe-plugin.js';

const fixtures = fileURLToPath(new URL('__fixtures__/', import.meta.url));

describe('checks of a plugin package', () => {
  it('report everything that is wrong with a manifest at once', () => {
    const problems = checkManifest(join(fixtures, 'bad')).join('\n');

    for (const part of ['lectern/id', 'lectern/provides/0', 'lectern/displayName', 'keywords', 'no field nowhere'])
      expect(problems).to.contain(part);
  });

  it('report everything that is wrong with a settings schema at once', () => {
    expect(checkSettingsSchema(join(fixtures, 'bad'))).to.have.members([
      'the schema must have additionalProperties false',
      'apiKey: has no description',
      'apiKey: looks like a secret, but is not marked as one',
      'password: a secret has both format "password" and writeOnly true',
      'list.plain: has no title',
      'list.plain: has no description',
    ]);
  });

  it('refuse sample settings that are not valid', () => {
    expect(checkSettingsSchema(join(fixtures, 'good'), { mode: 'loud' })).to.have.length(2);
  });
});

describePlugin(join(fixtures, 'good'), { settings: { webhookUrl: 'http://127.0.0.1:9/hook' }, entry: 'index.js' });
