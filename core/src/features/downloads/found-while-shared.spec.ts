import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { REMOVE_DOWNLOAD } from '../lifecycle/request-jobs.js';
import { DUNE, goodRelease } from '../requests/request-fakes.spec.support.js';
import { createGrabWorld } from '../requests/request-world.spec.support.js';

const OTHER = 'B000OTHER1';

describe('a book that turns up while two requests share its download', () => {
  let grabbing: Awaited<ReturnType<typeof createGrabWorld>>;
  let second: string;

  beforeEach(async () => {
    grabbing = await createGrabWorld(1);
    const { world, releases } = grabbing;
    // another recording of the book, whose release holds both
    second = await world.addRequest({ user: 'chani', status: 'downloading', asin: OTHER });
    await world.addCandidates(second, [releases[0] ?? goodRelease()]);
  });
  afterEach(async () => {
    await grabbing.world.remove();
  });

  async function isListed(asin = DUNE.asin): Promise<void> {
    const { world } = grabbing;
    const at = world.now().toISOString();
    const about = { title: 'Dune', authors: '[]', narrators: '[]', matchedAsin: asin, matchedBy: 'asin', seenScan: uuid() };
    const media = { hasCover: false, hasAudio: true, hasEbook: false, addedAt: at, updatedAt: at, missingScans: 0 };
    await world.database.transaction((tx) =>
      tx.insert('library_items', { id: uuid(), integrationId: 'client-1', libraryId: 'lib', itemId: `item-${asin}`, ...about, ...media }),
    );
  }

  const settle = () => grabbing.world.settler.found();
  const removals = () => grabbing.world.work([REMOVE_DOWNLOAD.name]);

  it('goes on for the other request, and leaves the client after that one', async () => {
    const { world, client, requestId } = grabbing;
    await world.grab(requestId);
    await world.grab(second);
    await isListed();

    expect(await settle()).to.equal(1);
    await removals();

    expect([await world.status(requestId), await world.status(second)]).to.deep.equal(['available', 'downloading']);
    expect(client.items.size).to.equal(1);

    await isListed(OTHER);
    expect(await settle()).to.equal(1);
    await removals();

    expect(await world.status(second)).to.equal('available');
    expect(client.items.size).to.equal(0);
  });

  it('leaves the client when it turned up for both at once', async () => {
    const { world, client, requestId } = grabbing;
    await world.grab(requestId);
    await world.grab(second);
    await isListed();
    await isListed(OTHER);

    expect(await settle()).to.equal(2);
    await removals();

    expect(client.items.size).to.equal(0);
    expect(await world.queued(REMOVE_DOWNLOAD.name)).to.deep.equal([]);
  });

  it('stays while the other request imports it', async () => {
    const { world, client, requestId } = grabbing;
    await world.grab(requestId);
    await world.grab(second);
    await world.database.transaction((tx) =>
      world.transitions.apply(tx, second, 'download_completed', { message: 'done', reason: null, jobAt: new Date('2999-01-01') }),
    );
    await isListed();
    await isListed(OTHER);

    // the import of the other one is under way, and ends it
    expect(await settle()).to.equal(1);
    await removals();

    expect([await world.status(requestId), await world.status(second)]).to.deep.equal(['available', 'processing']);
    expect(client.items.size).to.equal(1);
  });

  it('stays when it turns up while the other request is being handed over', async () => {
    const { world, client, requestId } = grabbing;
    await world.grab(requestId);
    await isListed();
    const { add } = client;
    client.add = async (item, options) => {
      const added = await add(item, options);
      client.add = add;
      await settle();
      await removals();
      return added;
    };

    await world.grab(second);
    await removals();

    expect([await world.status(requestId), await world.status(second)]).to.deep.equal(['available', 'downloading']);
    expect(client.items.size).to.equal(1);
    await isListed(OTHER);
    await settle();
    await removals();
    expect(client.items.size).to.equal(0);
  });

  it('leaves the client when it turns up while it is being handed over, unless the other request has it', async () => {
    const { world, client, requestId } = grabbing;
    await isListed();
    const { add } = client;
    const findAfterwards: typeof add = async (item, options) => {
      const added = await add(item, options);
      client.add = add;
      await settle();
      return added;
    };
    client.add = findAfterwards;

    await world.grab(requestId);
    await removals();

    expect(await world.status(requestId)).to.equal('available');
    expect(client.items.size).to.equal(0);

    await world.grab(second);
    expect(client.items.size).to.equal(1);
  });
});
