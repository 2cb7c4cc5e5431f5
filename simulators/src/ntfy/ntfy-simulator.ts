import { startSimulator, type Simulator, type SimulatorRequest, type SimulatorResponse } from '../simulator.js';

/** A message that was accepted, as it was sent. */
export type NtfyReceived = Readonly<Record<string, unknown>>;

/** Options of a simulated server. */
export interface NtfySimulatorOptions {
  /** Who sends to a topic, or reads one, needs it; default: anybody may do both. */
  readonly token?: string;
  /** Whether the token may only write. */
  readonly writeOnly?: boolean;
  readonly port?: number;
}

/** A running simulated ntfy server. */
export interface NtfySimulator extends Simulator {
  /** The accepted messages, oldest first. */
  readonly messages: NtfyReceived[];
}

/** Bytes of the text of a message; JSON may have twice as many. */
const MESSAGE_LIMIT = 4096;
const TOPIC = /^[-_A-Za-z0-9]{1,64}$/;

function refused(code: number, error: string): SimulatorResponse {
  const http = Math.floor(code / 100);
  return { status: http, body: { code, http, error } };
}

function readBody(body: Buffer): NtfyReceived | undefined {
  try {
    const read: unknown = JSON.parse(body.toString('utf8'));
    return typeof read === 'object' && read !== null ? (read as NtfyReceived) : undefined;
  } catch {
    return undefined;
  }
}

function isHttp(url: unknown): boolean {
  return url === undefined || (typeof url === 'string' && /^https?:\/\//.test(url));
}

/** What the server says against a message; its numbers and limits are those of ntfy 2. */
function complaintOf(body: Buffer): SimulatorResponse | undefined {
  if (body.length > 2 * MESSAGE_LIMIT) return refused(41303, 'JSON body too large');
  const read = readBody(body);
  if (!read) return refused(40017, 'invalid request: request body must be message JSON');
  const { topic, message, priority = 3, attach, actions = [] } = read;
  if (typeof topic !== 'string' || !TOPIC.test(topic)) return refused(40009, 'invalid request: topic invalid');
  if (typeof message !== 'string' || Buffer.byteLength(message) > MESSAGE_LIMIT)
    return refused(40014, 'invalid request: attachments not allowed');
  if (![1, 2, 3, 4, 5].includes(priority as number)) return refused(40007, 'invalid priority parameter');
  if (!isHttp(attach)) return refused(40013, 'invalid request: attachment URL is invalid');
  if (!Array.isArray(actions) || actions.length > 3) return refused(40018, 'invalid request: actions invalid');
  return undefined;
}

/** Answers as an ntfy server does to who publishes as JSON: health, access by token, limits, its numbered refusals. */
export async function startNtfySimulator({ token, writeOnly = false, port }: NtfySimulatorOptions = {}): Promise<NtfySimulator> {
  const messages: NtfyReceived[] = [];

  function accessTo({ headers }: SimulatorRequest): SimulatorResponse | undefined {
    const given = headers.authorization;
    if (given !== undefined && given !== `Bearer ${token ?? ''}`) return refused(40101, 'unauthorized');
    return token !== undefined && given === undefined ? refused(40301, 'forbidden') : undefined;
  }

  function publish(request: SimulatorRequest): SimulatorResponse {
    const refusal = complaintOf(request.body) ?? accessTo(request);
    if (refusal) return refusal;
    const message = readBody(request.body) ?? {};
    messages.push(message);
    return { body: { id: `m${messages.length}`, time: Math.floor(Date.now() / 1000), event: 'message', ...message } };
  }

  function answer(request: SimulatorRequest): SimulatorResponse | undefined {
    if (request.method === 'POST' && request.path === '/') return publish(request);
    if (request.method !== 'GET') return undefined;
    if (request.path === '/v1/health') return { body: { healthy: true } };
    const [, topic = '', rest] = request.path.split('/');
    if (rest !== 'auth' || !TOPIC.test(topic)) return refused(40401, 'page not found');
    return accessTo(request) ?? (writeOnly ? refused(40301, 'forbidden') : { body: { success: true } });
  }

  return { ...(await startSimulator(answer, port === undefined ? {} : { port })), messages };
}
