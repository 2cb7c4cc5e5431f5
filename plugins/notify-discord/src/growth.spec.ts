import { expectBoundedGrowth, expectBoundedReading } from '@lectern/testbed';
import { composeEmbed, composeText } from './compose.js';
import { messageOf, settingsFor } from './discord-world.spec.support.js';
import { readError } from './schema.js';
import { webhookAddress } from './webhook-url.js';

/** Lists: a million characters hold about this many entries. */
const ENTRIES = { from: 500, to: 50_000 };
const many = <T>(size: number, make: (n: number) => T): T[] => Array.from({ length: size }, (_, n) => make(n));
const settings = settingsFor('https://discord.com/api/webhooks/1/a');

describe('messages to and answers from Discord', () => {
  it('are composed and read in linear time', async () => {
    const message = (text: string) => messageOf({ title: text, lines: [text], fields: [{ name: text, value: text }], coverUrl: text });

    await expectBoundedReading(
      {
        'an embed': (text) => composeEmbed(message(text), settings),
        'a text': (text) => composeText(message(text), settings),
        'an error': readError,
        'an address': (path) => webhookAddress(`https://discord.com/${path}`, true),
      },
      [' ', '*', '/', '{"a":'],
    );
  });

  it('may contain any number of links, fields and errors', async () => {
    const message = (size: number) =>
      messageOf({
        links: many(size, (n) => ({ title: `${n}`, url: `https://a.test/${n}` })),
        fields: many(size, (n) => ({ name: `${n}`, value: `${n}` })),
      });
    const complaints = (size: number) =>
      JSON.stringify({ code: 1, errors: Object.fromEntries(many(size, (n) => [`f${n}`, { _errors: [{}] }])) });
    const nested = (size: number) => `{"code":1,"errors":${'{"a":'.repeat(size)}{"_errors":[{}]}${'}'.repeat(size)}}`;

    await expectBoundedGrowth('a message', message, (one) => [composeEmbed(one, settings), composeText(one, settings)], ENTRIES);
    await expectBoundedGrowth('complaints', complaints, readError, ENTRIES);
    await expectBoundedGrowth('nested complaints', nested, readError, ENTRIES);
  });
});
