import { startSimulator, type Simulator, type SimulatorRequest, type SimulatorResponse } from '../simulator.js';
import { messageErrors, type PushoverComplaint } from './message-errors.js';
import { readForm, type PushoverForm } from './read-form.js';

/** A message that was accepted, as it was sent. */
export type PushoverMessage = PushoverForm;

/** Refusals that a test can choose. */
export type PushoverRefusal = 'no-devices' | 'invalid-token' | 'invalid-user' | 'invalid-device' | 'picture' | 'picture-too-large';

/** Options of a simulated account. */
export interface PushoverSimulatorOptions {
  /** Default `aDemoApplicationToken000000000`. */
  readonly token?: string;
  /** Default `uDemoUserKey000000000000000000`. */
  readonly user?: string;
  /** Default `iphone` and `desktop`. */
  readonly devices?: readonly string[];
  /** Whether the key is that of a group. */
  readonly isGroup?: boolean;
  readonly port?: number;
}

/** A running simulated Pushover. */
export interface PushoverSimulator extends Simulator {
  readonly token: string;
  readonly user: string;
  /** The accepted messages, oldest first. */
  readonly messages: PushoverMessage[];
  /** Answers the next messages and validations with this refusal. @param times default: until `heal` */
  refuse(refusal: PushoverRefusal, times?: number): void;
  /** Sets the monthly limit. @param resetAt Unix seconds */
  setQuota(quota: { readonly limit?: number; readonly remaining?: number; readonly resetAt?: number }): void;
}

/** Unix seconds. */
function startOfNextMonth(): number {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 6) / 1000;
}

const REQUEST = '647d2300-702c-4b38-8b2f-d56326ae460b';

const SOUNDS = { pushover: 'Pushover (default)', bike: 'Bike', magic: 'Magic', none: 'None (silent)' };

const REFUSALS: Readonly<Record<PushoverRefusal, PushoverComplaint & { readonly status?: number }>> = {
  'no-devices': { parameter: 'user', words: 'user has no active devices' },
  'invalid-token': { parameter: 'token', words: 'application token is invalid' },
  'invalid-user': { parameter: 'user', words: 'user identifier is not a valid user, group, or subscribed user key' },
  'invalid-device': { parameter: 'device', words: 'device name is not valid for this user' },
  picture: { parameter: 'attachment', words: 'attachment is not an image' },
  'picture-too-large': { parameter: '', words: 'Request Entity Too Large', status: 413 },
};

/** Answers as Pushover's message API does: limits of texts, keys, the monthly limit, refusals that name a parameter. */
export async function startPushoverSimulator(options: PushoverSimulatorOptions = {}): Promise<PushoverSimulator> {
  const token = options.token ?? 'aDemoApplicationToken000000000';
  const user = options.user ?? 'uDemoUserKey000000000000000000';
  const devices = options.isGroup ? [] : [...(options.devices ?? ['iphone', 'desktop'])];
  const messages: PushoverMessage[] = [];
  let refusal: { name: PushoverRefusal; left: number } | undefined;
  let quota = { limit: 10_000, remaining: 7_496, resetAt: startOfNextMonth() };

  function quotaHeaders(): Record<string, string> {
    const { limit, remaining, resetAt } = quota;
    return { 'x-limit-app-limit': `${limit}`, 'x-limit-app-remaining': `${remaining}`, 'x-limit-app-reset': `${resetAt}` };
  }

  function refused(complaints: readonly PushoverComplaint[], status = 400): SimulatorResponse {
    const named = complaints
      .filter(({ parameter }) => parameter !== '')
      .map(({ parameter, words }): [string, string] => [parameter, words]);
    const errors = complaints.map(({ words }) => words);
    return { status, body: { ...Object.fromEntries(named), errors, status: 0, request: REQUEST } };
  }

  function takeRefusal(): SimulatorResponse | undefined {
    if (refusal === undefined) return undefined;
    const { status, ...complaint } = REFUSALS[refusal.name];
    refusal.left -= 1;
    if (refusal.left <= 0) refusal = undefined;
    return refused([complaint], status);
  }

  function keyErrors({ fields }: PushoverForm): PushoverComplaint[] {
    if (fields.token !== token) return [REFUSALS['invalid-token']];
    return fields.user === user ? [] : [REFUSALS['invalid-user']];
  }

  function send(form: PushoverForm): SimulatorResponse {
    const complaints = [...keyErrors(form), ...messageErrors(form)];
    if (complaints.length > 0) return refused(complaints);
    if (quota.remaining <= 0) {
      return { ...refused([{ parameter: '', words: 'application is over its monthly message limit' }], 429), headers: quotaHeaders() };
    }
    quota = { ...quota, remaining: quota.remaining - 1 };
    messages.push(form);
    const receipt = form.fields.priority === '2' ? { receipt: 'rReceiptExample000000000000000' } : {};
    return { headers: quotaHeaders(), body: { ...receipt, status: 1, request: REQUEST } };
  }

  function validate(form: PushoverForm): SimulatorResponse {
    const complaints = keyErrors(form);
    if (complaints.length > 0) return refused(complaints);
    const { device } = form.fields;
    if (device !== undefined && !devices.includes(device)) return refused([REFUSALS['invalid-device']]);
    const group = options.isGroup ? 1 : 0;
    return { body: { status: 1, group, devices, licenses: options.isGroup ? [] : ['iOS'], request: REQUEST } };
  }

  function read(request: SimulatorRequest): SimulatorResponse | undefined {
    if (!['/1/apps/limits.json', '/1/sounds.json'].includes(request.path)) return undefined;
    if (request.query.get('token') !== token) return refused([REFUSALS['invalid-token']]);
    if (request.path === '/1/sounds.json') return { body: { sounds: SOUNDS, status: 1, request: REQUEST } };
    const { limit, remaining, resetAt } = quota;
    return { body: { limit, remaining, reset: resetAt, status: 1, request: REQUEST } };
  }

  async function answer(request: SimulatorRequest): Promise<SimulatorResponse | undefined> {
    if (request.method === 'GET') return read(request);
    const work = { '/1/messages.json': send, '/1/users/validate.json': validate }[request.path];
    if (request.method !== 'POST' || !work) return undefined;
    return takeRefusal() ?? work(await readForm(request.headers['content-type'] ?? '', request.body));
  }

  const simulator = await startSimulator(answer, options.port === undefined ? {} : { port: options.port });
  return {
    ...simulator,
    token,
    user,
    messages,
    refuse: (name, times = Number.POSITIVE_INFINITY) => {
      refusal = { name, left: times };
    },
    setQuota: (next) => {
      quota = { ...quota, ...next };
    },
    heal: () => {
      simulator.heal();
      refusal = undefined;
    },
  };
}
