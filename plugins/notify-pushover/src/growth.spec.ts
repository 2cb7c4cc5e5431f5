import { expectBoundedGrowth, expectBoundedReading } from '@lectern/testbed';
import { composeMessage } from './compose.js';
import { messageOf, settingsFor } from './pushover-world.spec.support.js';
import { readRefusal } from './schema.js';

/** Lists: a million characters hold about this many entries. */
const ENTRIES = { from: 500, to: 50_000 };
const many = <T>(size: number, make: (n: number) => T): T[] => Array.from({ length: size }, (_, n) => make(n));
const settings = settingsFor('https://api.pushover.net');

describe('messages to and answers from Pushover', () => {
  it('are composed and read in linear time', async () => {
    const message = (text: string) => messageOf({ title: text, lines: [text], fields: [{ name: text, value: text }] });

    await expectBoundedReading({ 'a message': (text) => composeMessage(message(text), settings), 'a refusal': readRefusal }, [
      ' ',
      '<',
      '{"a":',
    ]);
  });

  it('may contain any number of links, fields and errors', async () => {
    const message = (size: number) =>
      messageOf({
        links: many(size, (n) => ({ title: `${n}`, url: `https://a.test/${n}` })),
        fields: many(size, (n) => ({ name: `${n}`, value: `${n}` })),
      });
    const refusal = (size: number) => JSON.stringify({ errors: many(size, (n) => `error ${n}`) });

    await expectBoundedGrowth('a message', message, (one) => composeMessage(one, settings), ENTRIES);
    await expectBoundedGrowth('a refusal', refusal, readRefusal, ENTRIES);
  });
});
