import type { NotificationMessage, Notifier } from '@lectern/plugin-api';
import { ok, strictEqual } from 'node:assert';
import { CALL, Suite, type ContractOptions, type ContractWorld, type MakeWorld } from './row.js';

export interface NotifierFixtures<W extends ContractWorld<Notifier> = ContractWorld<Notifier>> extends ContractOptions {
  /** The messages accepted so far, each as text that shows its title. */
  received(world: W): readonly string[];
}

const MESSAGE: NotificationMessage = {
  event: 'request_available',
  title: 'Available: A Walk',
  lines: ['"A Walk" by A. Walker is in the library.'],
  fields: [{ name: 'Author', value: 'A. Walker' }],
  links: [{ title: 'Open', url: 'https://lectern.example/requests/1' }],
  severity: 'success',
  coverUrl: 'https://covers.example/1.jpg',
  occurredAt: '2026-01-01T10:00:00.000Z',
  dedupeKey: 'request_available:1',
};

const HOUR_MS = 3_600_000;

const BARE: NotificationMessage = { ...MESSAGE, title: 'Only a title', lines: [], fields: [], links: [], coverUrl: undefined };

const NOISE = '<b>*_`[@everyone](x)&amp;\u0000\u202e📚"\\ '.repeat(600);
const HOSTILE: NotificationMessage = {
  ...MESSAGE,
  title: `Hostile ${NOISE}`,
  lines: Array.from({ length: 60 }, () => NOISE),
  fields: Array.from({ length: 60 }, (_, index) => ({ name: index % 3 === 0 ? '' : NOISE, value: index % 5 === 0 ? '' : NOISE })),
  links: [{ title: NOISE, url: `https://lectern.example/${'a'.repeat(3000)}` }],
};

/** The suite as rows, for use without mocha. */
export function notifierRows<W extends ContractWorld<Notifier>>(make: MakeWorld<W>, fixtures: NotifierFixtures<W>): Suite<W> {
  const suite = new Suite(make, fixtures);
  const received = (world: W) => fixtures.received(world);

  async function sendOne(world: W, message: NotificationMessage): Promise<string> {
    const before = received(world).length;
    const answer: unknown = await world.provider.send(suite.give(message), CALL);
    strictEqual(answer, undefined, 'send answers nothing');
    strictEqual(received(world).length, before + 1, 'one message is one message at the service');
    return received(world).at(-1) ?? '';
  }

  suite.common();

  suite.row('send resolves when the service has accepted the message, once', async (world) => {
    const text = await sendOne(world, MESSAGE);

    ok(text.includes('A Walk'), 'the message says what it is about');
  });

  suite.row('send takes a message that is nothing but a title', async (world) => {
    ok((await sendOne(world, BARE)).includes('Only a title'));
  });

  suite.row('send makes hostile and endless text fit', async (world) => {
    ok((await sendOne(world, HOSTILE)).includes('Hostile'));
  });

  suite.row('messages side by side all arrive', async (world) => {
    const before = received(world).length;
    const severities = ['info', 'warning', 'error'] as const;
    await Promise.all(severities.map((severity) => world.provider.send(suite.give({ ...MESSAGE, severity, dedupeKey: severity }), CALL)));

    strictEqual(received(world).length, before + severities.length);
  });

  suite.row('a message the service refuses is sent by another attempt, not lost', async (world) => {
    world.target.fail({ kind: 'status', status: 500 });
    const failed = await world.provider.send(MESSAGE, CALL).then(
      () => false,
      () => true,
    );
    world.target.heal();

    ok(failed, 'send resolves only when the service has accepted the message');
    world.advance?.(HOUR_MS);
    await sendOne(world, MESSAGE);
  });

  suite.faults({
    name: 'send',
    prepare:
      ({ provider }) =>
      (signal) =>
        provider.send(MESSAGE, { signal }),
    except: { '404': ['INTEGRATION_NOT_FOUND', 'INTEGRATION_MISCONFIGURED'] },
  });
  return suite;
}

/** The mocha suite every notifier passes. */
export function notifierContract<W extends ContractWorld<Notifier>>(make: MakeWorld<W>, fixtures: NotifierFixtures<W>): void {
  notifierRows(make, fixtures).register('contract of a notifier');
}
