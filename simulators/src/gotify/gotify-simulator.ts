import { startSimulator, type Simulator, type SimulatorRequest, type SimulatorResponse } from '../simulator.js';

/** A message that was stored, as it was sent. */
export type GotifyReceived = Readonly<Record<string, unknown>>;

/** A running simulated Gotify server. */
export interface GotifySimulator extends Simulator {
  /** The token of its one application. */
  readonly token: string;
  /** The stored messages, oldest first. */
  readonly messages: GotifyReceived[];
}

function refused(status: number, error: string, errorDescription: string): SimulatorResponse {
  return { status, body: { error, errorCode: status, errorDescription } };
}

function readBody(body: Buffer): GotifyReceived | undefined {
  try {
    const read: unknown = JSON.parse(body.toString('utf8'));
    return typeof read === 'object' && read !== null ? (read as GotifyReceived) : undefined;
  } catch {
    return undefined;
  }
}

/** Answers as a Gotify server does to an application: its version, its token before anything else, a message with words. */
export async function startGotifySimulator({
  token = 'AgotifyDemoTkn1',
  port,
}: { readonly token?: string; readonly port?: number } = {}): Promise<GotifySimulator> {
  const messages: GotifyReceived[] = [];

  function store({ headers, body }: SimulatorRequest): SimulatorResponse {
    if (headers['x-gotify-key'] !== token)
      return refused(401, 'Unauthorized', 'you need to provide a valid access token or user credentials to access this api');
    const message = readBody(body);
    if (!message) return refused(400, 'Bad Request', 'invalid JSON');
    if (typeof message.message !== 'string' || message.message === '') return refused(400, 'Bad Request', "Field 'message' is required");
    messages.push(message);
    return { body: { id: messages.length, appid: 1, date: new Date().toISOString(), ...message } };
  }

  function answer(request: SimulatorRequest): SimulatorResponse | undefined {
    if (request.method === 'POST' && request.path === '/message') return store(request);
    if (request.method === 'GET' && request.path === '/version')
      return { body: { version: '2.6.1', commit: 'abcdef', buildDate: '2024-10-27' } };
    return refused(404, 'Not Found', 'page not found');
  }

  return { ...(await startSimulator(answer, port === undefined ? {} : { port })), token, messages };
}
