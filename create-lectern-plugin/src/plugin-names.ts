import type { PluginKind } from './plugin-kinds.js';

export interface PluginNames {
  /** Name of the npm package. */
  readonly packageName: string;
  /** Id in the manifest, e.g. `notify-gotify`. */
  readonly id: string;
  /** For people, e.g. `Gotify`. */
  readonly displayName: string;
  /** The suggested folder. */
  readonly folder: string;
}

const SCOPE = /^@[a-z0-9-]+\//;

/**
 * Derives all names of a plugin from one: `gotify`, `notify-gotify`, `lectern-plugin-gotify`,
 * `@me/lectern-plugin-gotify` and `Gotify` mean the same.
 *
 * @throws Error if the name cannot be used
 */
export function pluginNames(given: string, kind: PluginKind): PluginNames {
  const text = given.trim();
  const scope = SCOPE.exec(text)?.[0] ?? '';
  const words = text
    .slice(scope.length)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .replace(/^lectern-plugin-/, '')
    .replace(new RegExp(`^${kind.prefix}-`), '');
  if (words === '' || !/[a-z]/.test(words)) throw new Error(`"${given}" is no name: letters a–z and digits, please, such as my-service`);
  if (words.length > 80) throw new Error('the name is too long: 80 characters are enough');
  const isPlain = /^[a-z0-9-]+$/.test(text.slice(scope.length));
  const title = words.replace(/(^|-)([a-z])/g, (_, dash: string, letter: string) => `${dash === '' ? '' : ' '}${letter.toUpperCase()}`);
  return {
    packageName: `${scope}lectern-plugin-${words}`,
    id: `${kind.prefix}-${words}`,
    displayName: isPlain ? title : text.slice(scope.length),
    folder: `lectern-plugin-${words}`,
  };
}
