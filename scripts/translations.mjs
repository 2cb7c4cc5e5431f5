/** `npm run translations`: how much of each language is translated, of Lectern and of its plugins, and which keys are not. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@lectern/messages';
import { translationOf } from '@lectern/plugin-kit';
import { listMissing } from '../messages/src/list-missing.ts';

const PLUGINS = join(import.meta.dirname, '../plugins');

function ofPlugins(tag) {
  const parts = readdirSync(PLUGINS).map((plugin) => ({ plugin, ...translationOf(join(PLUGINS, plugin), tag) }));
  return {
    total: parts.reduce((sum, { total }) => sum + total, 0),
    missing: parts.flatMap(({ plugin, missing }) => missing.map((key) => `${plugin}: ${key}`)),
  };
}

function say(what, { total, missing }) {
  const share = Math.floor((1000 * (total - missing.length)) / total) / 10;
  console.log([`${what}: ${share} % of ${total}`, ...missing.map((key) => `  ${key}`)].join('\n'));
}

for (const { tag, name } of LANGUAGES) {
  say(`${tag} (${name})`, await listMissing(tag));
  say(`${tag} (${name}), plugins`, ofPlugins(tag));
}
