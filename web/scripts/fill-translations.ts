import { loadMessages, MESSAGE_GROUPS } from '../../messages/src/load-messages.js';
import type { Plugin } from 'vite';

const TRANSLATION = /\/messages\/src\/[\w-]+\/([\w-]+)\.json$/;

/** Adds to each translation what it lacks, in English, so that the browser loads one file a group and never a key without words. */
export function fillTranslations(): Plugin {
  return {
    name: 'lectern-fill-translations',
    enforce: 'pre',
    transform: {
      filter: { id: TRANSLATION },
      async handler(code, id) {
        const [, name = ''] = TRANSLATION.exec(id) ?? [];
        const group = MESSAGE_GROUPS.find((one) => one.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) === name);
        return group && JSON.stringify({ ...(await loadMessages('en', group)), ...(JSON.parse(code) as object) });
      },
    },
  };
}
