import { expect } from 'chai';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import { createRequestWorld } from './request-world.spec.support.js';

describe('an action whose request moves while it is prepared', () => {
  let world: Awaited<ReturnType<typeof createRequestWorld>>;

  beforeEach(async () => {
    world = await createRequestWorld();
  });
  afterEach(async () => {
    await world.remove();
  });

  const paul = () => world.callerOf('paul', { permissions: { autoApprove: false, interactiveSearch: true, downloadAccess: false } });

  it('does not revive a request that is cancelled while the uploaded files are looked at', async () => {
    const requestId = await world.addRequest({ status: 'awaiting_search' });
    world.state.whenNamed = () => world.service.cancel(paul(), requestId);
    let wasTaken = false;

    const refused = await world.service
      .importUpload(paul(), requestId, {
        folder: '/uploads/book',
        isOwn: async () => true,
        files: 1,
        bytes: 1,
        taken: async () => void (wasTaken = true),
        signal: new AbortController().signal,
      })
      .catch((error: unknown) => error);

    expect(refused).to.include({ code: 'request_state', message: 'A request that is cancelled cannot be given files.' });
    expect([await world.status(requestId), wasTaken]).to.deep.equal(['cancelled', false]);
  });

  it('does not let its owner retry what an admin has to look at by now', async () => {
    const requestId = await world.addRequest({ status: 'awaiting_import' });
    const { requests } = world;
    const row = requests.row.bind(requests);
    let looks = 0;
    requests.row = async (id) => {
      const found = await row(id);
      looks += 1;
      if (looks === 2) {
        const details = { message: 'It looks wrong.', reason: waitReason('importing') };
        await world.database.transaction((tx) => world.transitions.apply(tx, id, 'import_given_up', details));
      }
      return found;
    };
    const refused = await world.service.retry(paul(), requestId).catch((error: unknown) => error);

    expect(refused).to.include({ code: 'request_state' });
    expect(await world.status(requestId)).to.equal('warn');
  });
});
