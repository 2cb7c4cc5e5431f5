import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createFixtureRoot } from './__fixtures__/install-fixtures.js';
import { attributeError } from './attribution.js';

const here = dirname(fileURLToPath(import.meta.url));

function run(script: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--conditions=lectern-source', '--import', 'tsx', script], { cwd: here });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

describe('attributing errors', () => {
  const plugins = [
    { id: 'outer', dir: '/data/plugins/a' },
    { id: 'inner', dir: '/data/plugins/a/node_modules/b' },
  ];

  function withStack(stack: string, cause?: unknown): Error {
    return Object.assign(new Error('x', { cause }), { stack });
  }

  it('finds the plugin whose directory contains the innermost frame', () => {
    expect(attributeError(withStack('Error: x\n    at f (file:///data/plugins/a/index.js:1:2)'), plugins)?.id).to.equal('outer');
    expect(attributeError(withStack('Error: x\n    at f (/data/plugins/a/node_modules/b/i.js:1:2)'), plugins)?.id).to.equal('inner');
    expect(attributeError(withStack('Error: x\n    at file:///data/plugins/abc/index.js:1:2'), plugins)).to.equal(undefined);
    expect(attributeError('text', plugins)).to.equal(undefined);
  });

  it('searches causes, too', () => {
    const cause = withStack('Error\n    at f (/data/plugins/a/i.js:1:2)');

    expect(attributeError(withStack('Error\n    at core.js:1:1', cause), plugins)?.id).to.equal('outer');
  });

  it('names the plugin that crashes a process', async () => {
    const root = await createFixtureRoot(['crashes-the-process', 'healthy']);
    const script = join(root.root, 'crash.mjs');
    const url = (file: string) => JSON.stringify(pathToFileURL(join(here, file)).href);
    await writeFile(
      script,
      `import { rmSync } from 'node:fs';
       import { startTestHost, stored } from ${url('__fixtures__/test-host.ts')};
       const { host, root } = await startTestHost(['crashes-the-process', 'healthy'], []);
       process.on('uncaughtException', (error) => { console.log('crashed by', host.attribute(error)); rmSync(root, { recursive: true }); process.exit(7); });
       setTimeout(() => process.exit(0), 5000);
       await host.apply(stored('crashes-the-process'));`,
    );

    const { code, output } = await run(script);
    await root.remove();

    expect(output).to.contain('crashed by notify-crashes-the-process');
    expect(code).to.equal(7);
  });
});
