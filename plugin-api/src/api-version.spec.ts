import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { API_VERSION } from './index.js';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));

/** The versions that members of the contract were added in. */
function versionsOfMembers(): string[] {
  const files = readdirSync(join(PACKAGE, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  return files.flatMap((name) =>
    [...readFileSync(join(PACKAGE, 'src', name), 'utf8').matchAll(/@since (\d+\.\d+\.\d+)/g)].map(([, version = '']) => version),
  );
}

function newest(versions: readonly string[]): string | undefined {
  return [...versions].sort((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1);
}

describe('the version of the plugin API', () => {
  it('is the one in which its newest members were added', () => {
    expect(newest(versionsOfMembers())).to.equal(API_VERSION);
  });

  it('is the version of its package, and the first of its changelog', () => {
    const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
    const changelog = readFileSync(join(PACKAGE, 'CHANGELOG.md'), 'utf8');

    expect(version).to.equal(API_VERSION);
    expect(/^## (\S+)$/m.exec(changelog)?.[1]).to.equal(API_VERSION);
  });
});
