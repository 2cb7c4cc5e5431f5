import { join } from 'node:path';

/** The export conditions of this process (`--conditions`). Its own imports obey them, so a plugin's entry has to as well. */
function processConditions(): string[] {
  const words = [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(/\s+/)];
  return words.flatMap((word, index) => {
    const joined = /^(?:--conditions|-C)=(.+)$/.exec(word)?.[1];
    if (joined !== undefined) return [joined];
    const next = words[index + 1];
    return (word === '--conditions' || word === '-C') && next !== undefined ? [next] : [];
  });
}

function pick(target: unknown, conditions: ReadonlySet<string>): string | undefined {
  if (typeof target === 'string') return target;
  if (Array.isArray(target)) return target.map((item) => pick(item, conditions)).find((found) => found !== undefined);
  if (typeof target !== 'object' || target === null) return undefined;
  for (const [key, value] of Object.entries(target)) {
    if (!conditions.has(key)) continue;
    const found = pick(value, conditions);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Finds a package's entry as an import by name would. The runtime cannot do this, because it resolves names only from the
 * folder of the importing file, not from the package's own.
 */
export function entryFile(dir: string, pkg: { readonly exports?: unknown; readonly main?: string }): string | undefined {
  if (pkg.exports === undefined) return join(dir, pkg.main ?? 'index.js');
  const conditions = new Set([...processConditions(), 'node', 'import', 'module-sync', 'node-addons', 'default']);
  const isMap = typeof pkg.exports === 'object' && pkg.exports !== null && '.' in pkg.exports;
  const target = pick(isMap ? (pkg.exports as Record<string, unknown>)['.'] : pkg.exports, conditions);
  return target === undefined ? undefined : join(dir, target);
}
