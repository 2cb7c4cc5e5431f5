import type { NotificationMessage } from '@lectern/plugin-api';
import type { Database } from '../../../platform/db/index.js';
import type { Caller } from '../../../platform/http/route.js';
import { sayingNoPlaces } from '../../../platform/logging/hide-places.js';
import { sentence, type Say } from '../../../platform/words/index.js';
import { contactsOf, type Contact } from '../../users/account-rows.js';
import { prepareMessage, type DeliveryDeps } from '../delivery-job.js';
import { testSending, type TestOutcome } from '../test-outcome.js';
import { mailTo, pushTo, type HandOverDeps, type Reader } from './hand-over.js';
import type { TargetRecord } from './target-store.js';
import type { TargetRunner } from './target-runner.js';

/** Sends people messages to try out their ways. */
export interface WayTests {
  test(
    caller: Pick<Caller, 'userId' | 'role'>,
    way: 'push' | 'mail' | TargetRecord,
    asked: Reader & { readonly signal: AbortSignal },
  ): Promise<TestOutcome>;
}

export interface WayTestsDeps extends HandOverDeps, Pick<DeliveryDeps, 'host' | 'settings'> {
  readonly database: Database;
  readonly targets: Pick<TargetRunner, 'send'>;
  readonly redact: (text: string) => string;
  readonly now: () => Date;
}

function testMessage(userId: string, at: string, say: Say): NotificationMessage {
  return {
    event: 'test',
    title: say(sentence('notice_test.title')),
    lines: [say(sentence('notice_test.way'))],
    fields: [],
    links: [{ title: say(sentence('notice_link.app')), url: '/' }],
    severity: 'info',
    occurredAt: at,
    dedupeKey: `test:${userId}:${at}`,
  };
}

export function createWayTests(deps: WayTestsDeps): WayTests {
  async function send(
    contact: Contact,
    way: 'push' | 'mail' | TargetRecord,
    { language, say }: Reader,
    signal: AbortSignal,
  ): Promise<void> {
    const message = await prepareMessage(deps, testMessage(contact.id, deps.now().toISOString(), say));
    if (way === 'push') await pushTo(deps, contact.id, message, '/', signal);
    else if (way === 'mail') await mailTo(deps, contact, message, { language, say, signal });
    else await deps.targets.send(way, message, signal);
  }

  return {
    async test({ userId, role }, way, { language, say, signal }) {
      const outcome = await testSending(async () => {
        const [contact] = await contactsOf(deps.database.read, [userId]);
        if (contact) await send(contact, way, { language, say }, signal);
      });
      const { error } = outcome;
      if (!error) return outcome;
      const sayTo = role === 'admin' ? say : sayingNoPlaces(say);
      return { ...outcome, error: { ...error, message: deps.redact(sayTo(error.message)) } };
    },
  };
}
