#!/usr/bin/env node
import { relative } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { createPlugin } from './create-plugin.js';
import { KIND_NAMES } from './plugin-kinds.js';

const USAGE = `Usage: npm create lectern-plugin [name] -- [--kind <kind>] [--dir <folder>]

Kinds: ${KIND_NAMES.join(', ')}

What is missing is asked for; without a terminal, name and --kind are required.`;

/** Asks for missing arguments. @throws Error if there is nobody to ask */
async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new Error(`${question} is missing\n\n${USAGE}`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(`${question}: `);
  } finally {
    terminal.close();
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { kind: { type: 'string' }, dir: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  });
  if (values.help) return console.log(USAGE);
  const name = positionals[0] ?? (await ask('Name of the service'));
  const kind = values.kind ?? (await ask(`Kind (${KIND_NAMES.join(', ')})`));
  const plugin = await createPlugin({ name, kind, ...(values.dir === undefined ? {} : { dir: values.dir }) });
  const folder = relative(process.cwd(), plugin.dir) || '.';
  console.log(`${plugin.packageName} is in ${folder}. Next:\n\n  cd ${folder}\n  npm install\n  npm run build\n  npm test\n`);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
