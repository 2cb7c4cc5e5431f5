import { fileURLToPath } from 'node:url';
import { sep } from 'node:path';

interface HasDir {
  readonly id: string;
  readonly dir: string;
}

function pathsOf(stack: string): string[] {
  return stack.split('\n').map((line) => {
    const url = /file:\/\/[^\s)]+?(?=:\d+:\d+|[\s)]|$)/.exec(line)?.[0];
    try {
      return url === undefined ? line : fileURLToPath(url);
    } catch {
      return line;
    }
  });
}

/** Finds the plugin whose directory contains the innermost stack frame of an error or of its causes. */
export function attributeError<T extends HasDir>(error: unknown, plugins: readonly T[]): T | undefined {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth += 1) {
    for (const line of pathsOf(current.stack ?? '')) {
      // a directory inside another one is the more precise answer
      const owners = plugins.filter(({ dir }) => line.includes(dir + sep)).sort((a, b) => b.dir.length - a.dir.length);
      if (owners[0]) return owners[0];
    }
  }
  return undefined;
}
