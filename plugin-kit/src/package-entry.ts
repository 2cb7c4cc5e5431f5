import { join } from 'node:path';
import { readJson } from './read-json.js';

/** Conditions given to this process with `--conditions`. */
function processConditions(): string[] {
  const words = [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(/\s+/)];
  return words.flatMap((word, index) => {
    const joined = /^(?:--conditions|-C)=(.+)$/.exec(word)?.[1];
    if (joined !== undefined) return [joined];
    const next = words[index + 1];
    return (word === '--conditions' || word === '-C') && next !== undefined ? [next] : [];
  });
}

function pick(target: unknown, conditions: readonly string[]): string | undefined {
  if (typeof target === 'string') return target;
  if (typeof target !== 'object' || target === null) return undefined;
  const names = Array.isArray(target) ? Object.keys(target) : Object.keys(target).filter((name) => conditions.includes(name));
  return names.map((name) => pick((target as Record<string, unknown>)[name], conditions)).find((found) => found !== undefined);
}

function entryOf(dir: string, own: readonly string[]): string | undefined {
  const pkg = readJson(join(dir, 'package.json')) as { readonly exports?: unknown; readonly main?: string };
  if (pkg.exports === undefined) return pkg.main ?? 'index.js';
  const isMap = typeof pkg.exports === 'object' && pkg.exports !== null && '.' in pkg.exports;
  return pick(isMap ? (pkg.exports as Record<string, unknown>)['.'] : pkg.exports, [...own, 'node', 'import', 'module-sync', 'default']);
}

/** The entry of a package as an import in this process finds it, relative to `dir`. */
export function packageEntry(dir: string): string | undefined {
  return entryOf(dir, processConditions());
}

/** The entry of a package as a host finds it that has it installed, relative to `dir`. */
export function publishedEntry(dir: string): string | undefined {
  return entryOf(dir, []);
}
