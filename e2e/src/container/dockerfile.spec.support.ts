import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** One line of a Dockerfile, with its continuations and without its comments. */
export interface Step {
  readonly name: string;
  readonly rest: string;
}

/** A `FROM` and what follows it. */
export interface Stage {
  readonly name: string;
  readonly steps: readonly Step[];
}

export function parseDockerfile(text: string): Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replace(/\\\n/g, ' ')
    .split('\n');
  const stages: { name: string; steps: Step[] }[] = [];
  for (const line of lines) {
    const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (name === 'FROM') stages.push({ name: /\bAS\s+(\S+)$/i.exec(rest)?.[1] ?? '', steps: [] });
    else stages.at(-1)?.steps.push({ name, rest });
  }
  return stages;
}

/** The last step of that name, read as JSON where it is a list. */
export function listOf(stage: Stage | undefined, name: string): string[] {
  const rest = stage?.steps.findLast((step) => step.name === name)?.rest ?? '[]';
  return JSON.parse(rest.slice(rest.indexOf('['))) as string[];
}

export function environmentOf(stage: Stage | undefined): Record<string, string> {
  const pairs = (stage?.steps ?? []).filter(({ name }) => name === 'ENV').flatMap(({ rest }) => rest.split(/\s+/));
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
}

function toRegExp(pattern: string): RegExp {
  const source = pattern
    .split(/(\*\*\/|\*\*|\*)/)
    .map((part) => ({ '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*' })[part] ?? part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('');
  return new RegExp(`^${source}(?:/.*)?$`);
}

/** Whether a path takes part in the build, by the rules of .dockerignore: the last pattern that fits it or a folder above it decides. */
export function readDockerignore(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ takesIn: line.startsWith('!'), fits: toRegExp(line.replace(/^!/, '')) }));
  return (path) => rules.findLast(({ fits }) => fits.test(path))?.takesIn ?? true;
}

/** The files of a clone, and what was added to it since, that take part in the build. */
export async function filesOfContext(root: string, dockerignore: string): Promise<string[]> {
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, maxBuffer: 64e6 });
  return stdout.split('\0').filter((path) => path !== '' && readDockerignore(dockerignore)(path));
}
