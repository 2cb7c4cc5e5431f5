import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { askNpm, unconfigured } from './npm-registry-address.js';

describe('the registry that npm uses', () => {
  let dir: string;
  let userConfig: string;

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-npmrc-'));
    userConfig = join(dir, 'npmrc');
    await writeFile(userConfig, 'registry=https://packages.example.org/npm/\n');
  });
  after(() => rm(dir, { recursive: true, force: true }));

  it('is the configured one', async () => {
    expect(await askNpm({ ...unconfigured(process.env), npm_config_userconfig: userConfig })).to.equal('https://packages.example.org/npm/');
  });

  it('is npm’s own default without configuration, whatever the environment says', async () => {
    const configured = { ...process.env, npm_config_registry: 'https://packages.example.org/', npm_config_userconfig: userConfig };

    const address = await askNpm(unconfigured(configured));

    expect(address).to.match(/^https:\/\/[^/]+\/$/);
    expect(address).to.not.include('example.org');
  });

  it('cannot be changed by somebody who can only write to the folder for temporary files', async () => {
    const planted = 'registry=https://planted.example.org/\n';
    for (const name of ['.npmrc', 'lectern-no-npmrc', 'lectern-no-npmrc.global']) await writeFile(join(dir, name), planted);
    await writeFile(join(dir, 'package.json'), '{}');
    const { TMPDIR } = process.env;
    process.env.TMPDIR = dir;

    try {
      for (const env of [process.env, unconfigured(process.env)]) expect(await askNpm(env)).to.not.include('planted');
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
    }
  });
});
