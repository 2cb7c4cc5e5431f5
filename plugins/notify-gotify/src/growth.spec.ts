import { expectBoundedGrowth, expectBoundedReading } from '@lectern/testbed';
import { compose } from './compose.js';
import { messageOf, settingsFor } from './gotify-world.spec.support.js';

const settings = settingsFor('https://gotify.example');

describe('messages to Gotify', () => {
  it('are composed in linear time', async () => {
    const message = (text: string) => messageOf({ title: text, lines: [text], fields: [{ name: text, value: text }], coverUrl: text });

    await expectBoundedReading({ 'a message': (text) => compose(message(text), settings) }, [' ', '"', '\u202e', '/']);
  });

  it('may have any number of lines, links and fields', async () => {
    const many = <T>(size: number, make: (n: number) => T): T[] => Array.from({ length: size }, (_, n) => make(n));
    const message = (size: number) =>
      messageOf({
        lines: many(size, () => ''),
        links: many(size, (n) => ({ title: `${n}`, url: `https://a.test/${n}` })),
        fields: many(size, (n) => ({ name: `${n}`, value: `${n}` })),
      });

    await expectBoundedGrowth('a message', message, (one) => compose(one, settings), { from: 500, to: 50_000 });
  });
});
