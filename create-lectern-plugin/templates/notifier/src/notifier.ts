import type { Notifier } from '@lectern/plugin-api';
import type { Client } from './client.js';
import { readObject, readText } from './read.js';

/** The service's limits. Texts come from strangers and may have any length. */
const LONGEST_TITLE = 250;
const LONGEST_TEXT = 4000;

export function createNotifier(client: Client): Notifier {
  return {
    async send({ title, lines, links, severity, dedupeKey }, { signal }) {
      const text = [...lines, ...links.map((link) => `${link.title}: ${link.url}`)].join('\n');
      const message = { title: title.slice(0, LONGEST_TITLE), text: text.slice(0, LONGEST_TEXT), severity, key: dedupeKey };
      // resolves only after the service has accepted it: an answer without an id does not come from the service
      readText(readObject(await client.json('/messages', { method: 'POST', json: message, signal }), 'its answer').id, 'an id');
    },
  };
}
