import { describePlugin, detailsOf, faultRows } from '@lectern/plugin-kit';
import { expect } from 'chai';
import { fileURLToPath } from 'node:url';
import { closeWorlds, createWorld, faultOf, FEED_KEY, never, PROFILE } from './goodreads-world.spec.support.js';

describePlugin(fileURLToPath(new URL('..', import.meta.url)), { settings: { profile: PROFILE, shelf: 'to-read', feedKey: FEED_KEY } });

describe('check', () => {
  afterEach(closeWorlds);

  it('reads the first page and says what it is', async () => {
    const { instance } = await createWorld();

    expect(detailsOf(await instance.check({ signal: never }))).to.deep.equal([
      "Reads “Rita's bookshelf: to-read”.",
      'It has 3 books on its first page.',
    ]);
  });

  it('says that an empty shelf may be a private one', async () => {
    const { instance } = await createWorld([]);

    expect(detailsOf(await instance.check({ signal: never }))).to.include('It is empty, or private.');
  });

  it('reports a shelf that does not exist instead of reading all books', async () => {
    const { instance } = await createWorld(undefined, { shelf: 'to-raed' });

    const error = await faultOf(instance.check({ signal: never }));

    expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'shelf' });
    expect(error.message).to.contain('“to-raed”');
  });

  it('opens a private profile only with the feed key', async () => {
    const closed = await createWorld(undefined, {}, { feedKey: FEED_KEY });
    const open = await createWorld(undefined, { feedKey: FEED_KEY }, { feedKey: FEED_KEY });

    expect(await faultOf(closed.instance.check({ signal: never }))).to.include({ code: 'INTEGRATION_FORBIDDEN', field: 'profile' });
    expect((await open.instance.check({ signal: never })).ok).to.equal(true);
  });

  it('reports a profile that does not exist', async () => {
    const { instance } = await createWorld(undefined, { profile: '1' });

    const error = await faultOf(instance.check({ signal: never }));

    expect(error).to.include({ code: 'INTEGRATION_NOT_FOUND', field: 'profile' });
  });

  faultRows('check', {
    secrets: [FEED_KEY],
    // a page instead of a feed: the shelf is not public
    except: { html: ['INTEGRATION_FORBIDDEN'] },
    async setUp(timeoutMs) {
      const { site, context, instance } = await createWorld(undefined, { feedKey: FEED_KEY }, { timeoutMs });
      return { target: site, call: (signal) => instance.check({ signal }), logs: context.logs, tearDown: closeWorlds };
    },
  });

  faultRows('books', {
    secrets: [FEED_KEY],
    except: { html: ['INTEGRATION_FORBIDDEN'] },
    async setUp(timeoutMs) {
      const { site, context, shelf } = await createWorld(undefined, { feedKey: FEED_KEY }, { timeoutMs });
      return { target: site, call: (signal) => shelf.books({ signal }), logs: context.logs, tearDown: closeWorlds };
    },
  });
});

describe('choices', () => {
  afterEach(closeWorlds);

  it('offers the standard shelves and those in use', async () => {
    const { instance } = await createWorld();

    const choices = await instance.choices?.['shelves']?.({ signal: never, draft: { profile: PROFILE } });

    expect(choices?.map(({ value }) => value)).to.deep.equal(['to-read', 'currently-reading', 'read', 'favourites']);
  });

  it('reads the profile on screen, not the saved one', async () => {
    const { instance } = await createWorld();

    const error = await faultOf(
      instance.choices?.['shelves']?.({ signal: never, draft: { profile: 'https://evil.example/1' } }) as Promise<unknown>,
    );

    expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'profile' });
  });
});
