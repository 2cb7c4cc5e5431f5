import type { FieldError } from '../../../platform/http/validation.js';
import { settingsInvalid } from '../../../platform/http/settings-invalid.js';
import type { Database, Tx } from '../../../platform/db/index.js';
import type { JobQueue } from '../../../platform/jobs/job-queue.js';
import { sayingNoPlaces } from '../../../platform/logging/hide-places.js';
import type { Caller } from '../../../platform/http/route.js';
import { sentence, type Said, type Say } from '../../../platform/words/index.js';
import type { PluginHost } from '../../../plugin-host/index.js';
import { eventSaid } from '../compose-message.js';
import { DELIVER_PERSONAL } from '../delivery-record.js';
import { eventsFor } from '../notification-events.js';
import { lastFaults, waitingFor } from './last-faults.js';
import { isTimeZone } from './local-time.js';
import {
  choiceKey,
  choicesOf,
  digestOf,
  dropChoice,
  personRow,
  quietHoursOf,
  saveChoice,
  savePerson,
  type DigestTime,
  type PersonRow,
} from './preference-store.js';
import type { QuietHours } from './quiet-hours.js';
import { waysOf, type Way, type WaysDeps } from './ways.js';

/** A way as its person sees it. */
export interface ShownWay {
  readonly id: string;
  readonly kind: Way['kind'];
  readonly name: Said;
  /** Whether messages can be sent by it. */
  readonly ready: boolean;
  /** Why they cannot, or that the last one was given up. */
  readonly why?: 'no_devices' | 'mail_off' | 'no_address' | 'plugin_unusable' | 'last_failed';
}

export interface Preferences {
  readonly ways: readonly ShownWay[];
  readonly events: readonly { readonly id: string; readonly title: Said; readonly wants: Readonly<Record<string, boolean>> }[];
  readonly quietHours: QuietHours | null;
  readonly digest: DigestTime | null;
}

export interface PreferencesPatch {
  readonly wants?: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
  readonly quietHours?: QuietHours | null;
  readonly digest?: DigestTime | null;
}

type Person = Pick<Caller, 'userId' | 'role'>;

/** Preferences as JSON, in the words of whoever reads them. */
export function presentPreferences({ ways, events, ...rest }: Preferences, say: Say): object {
  return {
    ways: ways.map((way) => ({ ...way, name: say(way.name) })),
    events: events.map((event) => ({ ...event, title: say(event.title) })),
    ...rest,
  };
}

/** What each person wants to hear of, and how. Everybody sees and changes their own only. */
export interface PreferencesService {
  get(person: Person): Promise<Preferences>;
  /** What is left out stays. @throws ApiError 422 `settings_invalid` */
  change(person: Person, patch: PreferencesPatch): Promise<Preferences>;
}

export interface PreferencesDeps extends WaysDeps {
  readonly database: Database;
  readonly host: Pick<PluginHost, 'plugin'>;
  readonly jobs: Pick<JobQueue, 'enqueue'>;
  readonly now: () => Date;
}

function presentWay({ id, kind, obstacle, target }: Way, host: PreferencesDeps['host'], faults: ReadonlyMap<string, unknown>): ShownWay {
  const plugin = target && host.plugin(target.pluginId);
  const isUnusable = target !== undefined && !(plugin?.state === 'ready' && plugin.isPersonal);
  const why = obstacle ?? (isUnusable ? 'plugin_unusable' : faults.has(id) ? 'last_failed' : undefined);
  const name = kind === 'plugin' ? (target?.name ?? id) : sentence(`notice_way.${kind}`);
  return { id, kind, name, ready: why === undefined || why === 'last_failed', ...(why === undefined ? {} : { why }) };
}

/** What in a patch cannot be saved. */
function faultsOf({ wants = {}, quietHours }: PreferencesPatch, events: ReadonlySet<string>, ways: ReadonlySet<string>): FieldError[] {
  const faults: FieldError[] = [];
  for (const [event, chosen] of Object.entries(wants)) {
    if (!events.has(event)) faults.push({ path: `/wants/${event}`, message: sentence('field.unknown_event') });
    for (const way of Object.keys(chosen)) {
      if (!ways.has(way)) faults.push({ path: `/wants/${event}/${way}`, message: sentence('field.unknown_way') });
    }
  }
  if (quietHours && !isTimeZone(quietHours.timeZone))
    faults.push({ path: '/quietHours/timeZone', message: sentence('field.no_time_zone') });
  if (quietHours && quietHours.from === quietHours.to)
    faults.push({ path: '/quietHours/to', message: sentence('field.same_as_beginning') });
  return faults;
}

/** The columns that a patch changes. A digest that is turned on or moved comes at its next time, never at once. */
function personChange({ quietHours, digest }: PreferencesPatch, before: PersonRow | undefined, at: string): Partial<PersonRow> {
  const old = digestOf(before);
  const isSame = digest?.weekday === old?.weekday && digest?.hour === old?.hour;
  return {
    ...(quietHours === undefined ? {} : { quietFrom: quietHours?.from ?? null, quietTo: quietHours?.to ?? null }),
    ...(quietHours ? { timeZone: quietHours.timeZone } : {}),
    ...(digest === undefined || isSame
      ? {}
      : { digestWeekday: digest?.weekday ?? null, digestHour: digest?.hour ?? null, digestAfter: at }),
    ...(digest && old === null ? { digestSince: at } : {}),
  };
}

export function createPreferences(deps: PreferencesDeps): PreferencesService {
  const { database, host, jobs, now } = deps;

  async function get({ userId, role }: Person): Promise<Preferences> {
    const sql = database.read;
    const [reachable] = await waysOf(sql, deps, [userId]);
    const ways = reachable?.ways ?? [];
    const [choices, row, faults] = [await choicesOf(sql, userId), await personRow(sql, userId), await lastFaults(sql, userId)];
    return {
      ways: ways.map((way) => presentWay(way, host, faults)),
      events: eventsFor(role).map(({ id, byDefault }) => ({
        id,
        title: eventSaid({ id }, 'title'),
        wants: Object.fromEntries(ways.map((way) => [way.id, choices.get(choiceKey(id, way.id)) ?? byDefault.includes(way.kind)])),
      })),
      quietHours: quietHoursOf(row),
      digest: digestOf(row),
    };
  }

  async function save(tx: Tx, { userId, role }: Person, patch: PreferencesPatch): Promise<void> {
    const [reachable] = await waysOf(tx, deps, [userId]);
    const kinds = new Map(reachable?.ways.map(({ id, kind }) => [id, kind]));
    const events = new Map(eventsFor(role).map((event) => [event.id as string, event]));
    const faults = faultsOf(patch, new Set(events.keys()), new Set(kinds.keys()));
    if (faults.length > 0) throw settingsInvalid(faults);
    for (const [event, chosen] of Object.entries(patch.wants ?? {})) {
      for (const [way, wanted] of Object.entries(chosen)) {
        const kind = kinds.get(way);
        const isDefault = (kind !== undefined && events.get(event)?.byDefault.includes(kind)) === wanted;
        await (isDefault ? dropChoice(tx, { userId, event, way }) : saveChoice(tx, { userId, event, way, wanted }));
      }
    }
    await savePerson(tx, userId, personChange(patch, await personRow(tx, userId), now().toISOString()));
    if (patch.quietHours === undefined) return;
    // what waits for the end of the old hours looks again
    for (const deliveryId of await waitingFor(tx, userId)) await jobs.enqueue(tx, DELIVER_PERSONAL({ deliveryId }));
  }

  return {
    get,
    async change(person, patch) {
      await database.transaction((tx) => save(tx, person, patch));
      return get(person);
    },
  };
}

/** A fault as its person may read it. */
export function shownFault(role: Caller['role'], fault: Said, say: Say): string {
  return (role === 'admin' ? say : sayingNoPlaces(say))(fault);
}
