import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { PAGES } from './pages.js';

const PROGRAM = fileURLToPath(new URL('../dist/run.js', import.meta.url));

describe('the benchmark', () => {
  it('runs to its end, and measures each page', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, '--smoke']);

    for (const { name } of PAGES) expect(stdout).to.contain(`| ${name} (`);
    expect(stdout).to.contain('to healthy, empty data directory');
    expect(stdout).to.contain('Others during eight sign-ins');
    expect(stdout).not.to.match(/NaN|Infinity|undefined/);
  });
});
