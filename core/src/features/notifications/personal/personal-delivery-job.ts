import type { NotificationMessage } from '@lectern/plugin-api';
import type { PayloadOf } from '../../../platform/jobs/define-job.js';
import type { JobContext, JobDefinition, RunAgain } from '../../../platform/jobs/job-queue.js';
import { sentence } from '../../../platform/words/index.js';
import { contactsOf, languagesOf, type Contact } from '../../users/account-rows.js';
import { prepareMessage, type DeliveryDeps } from '../delivery-job.js';
import { createDeliveryStore, DELIVER_PERSONAL, type PersonalDelivery } from '../delivery-record.js';
import { overtakenBy } from '../overtaken.js';
import { createTargets, endCutOff, sendingJob, sendInTurn, type SendDeps, type Sending } from '../send-once.js';
import { withDecisionLinks, type DecisionLinkDeps } from './decision-links.js';
import { mailCover, type MailCoverDeps } from './mail-cover.js';
import { mailTo, messageFor, pushTo, type HandOverDeps } from './hand-over.js';
import { personRow, quietHoursOf } from './preference-store.js';
import { quietUntil } from './quiet-hours.js';
import type { TargetRunner } from './target-runner.js';

export interface PersonalDeliveryDeps extends DeliveryDeps, HandOverDeps, DecisionLinkDeps, MailCoverDeps {
  readonly targets: TargetRunner;
}

/** A day after quiet hours that may take nearly one. */
const LONGEST_WAIT_MS = 44 * 3_600_000;

/** Slow mail, push services or targets of people leave room for the others. */
const KINDS = { push: { name: 'push', atOnce: 4 }, mail: { name: 'mail', atOnce: 3 }, plugin: { name: 'plugin', atOnce: 4 } } as const;
/** More than the sum of those, so that somebody always sees whose turn it is. */
const AT_ONCE = 12;

type Run = JobContext<PayloadOf<typeof DELIVER_PERSONAL>>;
type Cover = Awaited<ReturnType<typeof mailCover>>;
type HandOver = (message: NotificationMessage, signal: AbortSignal, cover: Cover) => Promise<void>;

/** How a delivery is handed over; `undefined` if its target was removed. */
async function handOverOf(
  deps: PersonalDeliveryDeps,
  { way, userId, message: stored }: PersonalDelivery,
  contact: Contact,
): Promise<{ readonly kind: Sending['kind']; readonly handOver: HandOver } | undefined> {
  if (way === 'push') {
    return { kind: KINDS.push, handOver: (message, signal) => pushTo(deps, userId, message, stored.links[0]?.url, signal) };
  }
  if (way === 'mail') {
    const language = (await languagesOf(deps.database.read, [userId])).get(userId) ?? 'en';
    const say = await deps.speakers.in(language);
    return {
      kind: KINDS.mail,
      handOver: (message, signal, cover) => mailTo(deps, contact, message, { language, say, signal, ...(cover ? { cover } : {}) }),
    };
  }
  const target = await deps.targets.find(userId, way);
  return target && { kind: KINDS.plugin, handOver: (message, signal) => deps.targets.send(target, message, signal) };
}

async function deliver(deps: PersonalDeliveryDeps, sends: SendDeps, job: Run): Promise<RunAgain | void> {
  const { store } = sends;
  const { database, now } = deps;
  const delivery = await store.getPersonal(job.payload.deliveryId);
  if (!delivery) return;
  const { id, userId, way, state } = delivery;
  if (state === 'sending') {
    job.log.warn({ delivery: id, way }, 'a notification was cut off while it was sent');
    return endCutOff(store, id);
  }
  if (state !== 'queued') return;
  const [contact] = await contactsOf(database.read, [userId]);
  if (!contact) return store.finish(id, 'failed', sentence('delivery_fault.account_unusable'));
  if (now().getTime() - Date.parse(delivery.createdAt) > LONGEST_WAIT_MS) {
    return store.finish(id, 'failed', sentence('delivery_fault.too_late'));
  }
  const quiet = quietHoursOf(await personRow(database.read, userId));
  const until = quiet && quietUntil(quiet, now());
  if (until) return { againAt: until };
  const found = await handOverOf(deps, delivery, contact);
  if (!found) return store.finish(id, 'failed', sentence('delivery_fault.target_removed'));
  return sendInTurn(sends, job, {
    delivery,
    target: `${way}:${userId}`,
    kind: found.kind,
    longestWaitMs: LONGEST_WAIT_MS,
    overtakenBy: () => overtakenBy(database.read, { target: way, userId, message: delivery.message }),
    async prepare() {
      const message = messageFor(contact, await prepareMessage(deps, await withDecisionLinks(deps, delivery)));
      const cover = way === 'mail' ? await mailCover(deps, delivery) : undefined;
      return (signal) => found.handOver(message, signal, cover);
    },
  });
}

/** Sends to each person what they want. */
export function personalDeliveryJob(deps: PersonalDeliveryDeps): JobDefinition {
  const store = createDeliveryStore(deps.database, deps.now);
  const sends: SendDeps = { store, targets: createTargets(), now: deps.now };
  return DELIVER_PERSONAL.handledBy({
    title: sentence('job.notify_person'),
    quiet: true,
    concurrency: AT_ONCE,
    ...sendingJob(store),
    run: (job) => deliver(deps, sends, job),
  });
}
