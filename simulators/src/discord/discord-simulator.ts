import { startSimulator, type Simulator, type SimulatorRequest, type SimulatorResponse } from '../simulator.js';
import { DISCORD_ERRORS, type DiscordErrorName } from './errors.js';
import { formErrors, type DiscordMessageBody } from './form-errors.js';

/** A message that was posted. */
export interface DiscordMessage extends DiscordMessageBody {
  readonly id: string;
  readonly threadId?: string;
}

/** Options of a simulated webhook. */
export interface DiscordSimulatorOptions {
  /** Default `123456789012345678`. */
  readonly webhookId?: string;
  /** Default `demo-webhook-token`. */
  readonly token?: string;
  /** The name of the webhook in Discord. Default `Library`. */
  readonly name?: string;
  readonly port?: number;
}

/** A running simulated webhook. */
export interface DiscordSimulator extends Simulator {
  /** The address to configure, with `allowOtherHost`. */
  readonly webhookUrl: string;
  /** The accepted messages, oldest first. */
  readonly messages: DiscordMessage[];
  /** Answers the next requests with this refusal. @param times default: until `heal` */
  refuse(error: DiscordErrorName, times?: number): void;
  /** Lets this many messages through and then refuses by limit; `undefined` switches limits off. */
  limitTo(messages: number | undefined, resetAfterSeconds?: number): void;
}

/** Answers as Discord's webhooks do: limits of texts, rate limits, errors. */
export async function startDiscordSimulator(options: DiscordSimulatorOptions = {}): Promise<DiscordSimulator> {
  const webhookId = options.webhookId ?? '123456789012345678';
  const token = options.token ?? 'demo-webhook-token';
  const name = options.name ?? 'Library';
  const messages: DiscordMessage[] = [];
  let refusal: { error: DiscordErrorName; left: number } | undefined;
  let bucket: { left: number; resetAfter: number } | undefined;

  function takeRefusal(): SimulatorResponse | undefined {
    if (refusal === undefined) return undefined;
    const { error } = refusal;
    refusal.left -= 1;
    if (refusal.left <= 0) refusal = undefined;
    return DISCORD_ERRORS[error];
  }

  function limitHeaders(): Record<string, string> {
    return {
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': String(bucket?.left ?? 4),
      'x-ratelimit-reset-after': (bucket?.resetAfter ?? 2).toFixed(3),
      'x-ratelimit-bucket': 'abcd1234',
    };
  }

  function limited(resetAfter: number): SimulatorResponse {
    const body = { message: 'You are being rate limited.', retry_after: resetAfter, global: false };
    return { status: 429, headers: { ...limitHeaders(), 'retry-after': String(Math.ceil(resetAfter)) }, body };
  }

  function post({ query, body }: SimulatorRequest): SimulatorResponse {
    let parsed: DiscordMessageBody;
    try {
      parsed = JSON.parse(body.toString('utf8')) as DiscordMessageBody;
    } catch {
      return DISCORD_ERRORS['invalid-json'];
    }
    if ((parsed.content ?? '').trim() === '' && (parsed.embeds ?? []).length === 0) return DISCORD_ERRORS['empty-message'];
    const errors = formErrors(parsed);
    if (errors) return { status: 400, body: { message: 'Invalid Form Body', code: 50035, errors } };
    if (bucket) {
      if (bucket.left <= 0) return limited(bucket.resetAfter);
      bucket.left -= 1;
    }
    const threadId = query.get('thread_id') ?? undefined;
    const message: DiscordMessage = { ...parsed, id: String(1_300_000_000_000_000_000n + BigInt(messages.length)), threadId };
    messages.push(message);
    if (query.get('wait') !== 'true') return { status: 204, headers: limitHeaders() };
    const saved = { id: message.id, type: 0, content: parsed.content ?? '', webhook_id: webhookId, embeds: parsed.embeds ?? [] };
    return { headers: limitHeaders(), body: saved };
  }

  function answer(request: SimulatorRequest): SimulatorResponse | undefined {
    const match = /^\/api(?:\/v\d+)?\/webhooks\/(\d+)\/([\w-]+)$/.exec(request.path);
    if (!match) return undefined;
    const refused = takeRefusal();
    if (refused) return refused;
    if (match[1] !== webhookId) return DISCORD_ERRORS['unknown-webhook'];
    if (match[2] !== token) return DISCORD_ERRORS['invalid-token'];
    if (request.method === 'POST') return post(request);
    return {
      headers: limitHeaders(),
      body: { id: webhookId, name, type: 1, channel_id: '223456789012345678', guild_id: '323456789012345678' },
    };
  }

  const simulator = await startSimulator(answer, options.port === undefined ? {} : { port: options.port });
  return {
    ...simulator,
    webhookUrl: `${simulator.url}/api/webhooks/${webhookId}/${token}`,
    messages,
    refuse: (error, times = Number.POSITIVE_INFINITY) => {
      refusal = { error, left: times };
    },
    limitTo: (left, resetAfter = 2) => {
      bucket = left === undefined ? undefined : { left, resetAfter };
    },
    heal: () => {
      simulator.heal();
      refusal = undefined;
      bucket = undefined;
    },
  };
}
