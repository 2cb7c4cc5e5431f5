import { loadMessages } from '@lectern/messages';
import { expect } from 'chai';
import { fillTranslations } from '../../scripts/fill-translations.js';

describe('the build of the web UI', () => {
  it('fills what a translation lacks with English', async () => {
    const { transform } = fillTranslations();
    const handler = (transform as { handler: (code: string, id: string) => Promise<string> }).handler;

    const filled = JSON.parse(await handler('{"keys.title":"Tasten"}', '/x/messages/src/de/keys.json')) as Record<string, string>;
    const english = await loadMessages('en', 'keys');

    expect(Object.keys(english).length).to.be.above(1);
    expect(filled).to.deep.equal({ ...english, 'keys.title': 'Tasten' });
  });

  it('finds the group of a file whose name has more than one word', async () => {
    const { transform } = fillTranslations();
    const handler = (transform as { handler: (code: string, id: string) => Promise<string> }).handler;

    const filled = JSON.parse(await handler('{}', '/x/messages/src/de/request-lists.json')) as Record<string, string>;

    expect(filled).to.deep.equal(await loadMessages('en', 'requestLists'));
  });
});
