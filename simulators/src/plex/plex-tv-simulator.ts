import { randomBytes, randomUUID } from 'node:crypto';
import { startSimulator } from '../simulator.js';
import type { Simulator, SimulatorHandler, SimulatorRequest, SimulatorResponse } from '../simulator.js';
import { authPage } from './auth-page.js';
import type { PlexTvAccount } from './types.js';

interface Pin {
  readonly id: number;
  readonly code: string;
  readonly clientId: string;
  readonly expiresAt: number;
  token: string | null;
}

/** The simulated plex.tv. */
export interface PlexTvSimulator extends Simulator {
  /** Confirms a PIN by its code, as somebody signed in at Plex does; the account's token. */
  confirm(code: string, uuid: string): string;
  /** Codes of PINs that nobody confirmed yet, newest last. */
  waitingCodes(): readonly string[];
}

export interface PlexTvSimulatorOptions {
  readonly accounts: readonly PlexTvAccount[];
  readonly machineId: string;
  /** Token of the owner, which is known from the start. */
  readonly ownerToken: string;
  readonly now: () => number;
}

const PIN_MS = 1_799_000;

function fault(status: number, code: number, message: string): SimulatorResponse {
  return { status, body: { errors: [{ code, message, status }] } };
}

const UNKNOWN_TOKEN = fault(401, 1001, 'User could not be authenticated');
const NO_CLIENT = fault(400, 1000, 'X-Plex-Client-Identifier is missing');
const NO_PIN: SimulatorResponse = { status: 404, body: { errors: [{ code: 1020, message: 'Code not found or expired' }] } };

/** Starts the part of plex.tv that a sign-in needs. */
export async function startPlexTvSimulator({ accounts, machineId, ownerToken, now }: PlexTvSimulatorOptions): Promise<PlexTvSimulator> {
  const pins = new Map<string, Pin>();
  const tokens = new Map<string, PlexTvAccount>();
  const owner = accounts.find(({ access }) => access === 'owner');
  if (owner) tokens.set(ownerToken, owner);
  let nextPin = 564_964_751;

  function confirm(code: string, uuid: string): string {
    const pin = [...pins.values()].find((candidate) => candidate.code === code);
    const account = accounts.find((candidate) => candidate.uuid === uuid);
    if (!pin || !account) throw new Error(`no PIN ${code}, or no account ${uuid}`);
    pin.token = `account-${randomUUID()}`;
    tokens.set(pin.token, account);
    return pin.token;
  }

  function createPin(clientId: string, isStrong: boolean): SimulatorResponse {
    const id = (nextPin += 1);
    const code = randomBytes(isStrong ? 12 : 2).toString('hex');
    const pin: Pin = { id, code, clientId, expiresAt: now() + PIN_MS, token: null };
    pins.set(String(id), pin);
    return { status: 201, body: pinForm(pin, now()) };
  }

  function readPin(id: string, clientId: string): SimulatorResponse {
    const pin = pins.get(id);
    // a PIN of another program is as unknown as an old one
    if (!pin || pin.clientId !== clientId || pin.expiresAt <= now()) return NO_PIN;
    return { body: pinForm(pin, now()) };
  }

  function forAccount(request: SimulatorRequest): SimulatorResponse | undefined {
    const account = tokens.get(String(request.headers['x-plex-token']));
    if (!account) return UNKNOWN_TOKEN;
    if (request.path === '/api/v2/user') return { body: userForm(account, String(request.headers['x-plex-token'])) };
    if (request.path === '/api/v2/resources') return { body: resources(account, machineId) };
    return request.path === '/api/v2/ping' ? { body: { pong: true } } : undefined;
  }

  const handle: SimulatorHandler = (request) => {
    if (request.path === '/auth' && request.method === 'GET') return authPage(accounts);
    if (request.path === '/auth/confirm' && request.method === 'POST') {
      const form = new URLSearchParams(request.body.toString());
      confirm(form.get('code') ?? '', form.get('uuid') ?? '');
      return { body: { confirmed: true } };
    }
    if (!request.path.startsWith('/api/v2/')) return undefined;
    const clientId = request.headers['x-plex-client-identifier'] ?? request.query.get('X-Plex-Client-Identifier');
    if (typeof clientId !== 'string' || clientId === '') return NO_CLIENT;
    if (request.path === '/api/v2/pins' && request.method === 'POST') return createPin(clientId, request.query.get('strong') === 'true');
    const pin = /^\/api\/v2\/pins\/(\d+)$/.exec(request.path);
    return pin ? readPin(pin[1] ?? '', clientId) : forAccount(request);
  };

  return {
    ...(await startSimulator(handle)),
    confirm,
    waitingCodes: () => [...pins.values()].filter(({ token }) => token === null).map(({ code }) => code),
  };
}

function pinForm({ id, code, clientId, expiresAt, token }: Pin, at: number): object {
  return {
    id,
    code,
    product: 'Lectern',
    trusted: false,
    clientIdentifier: clientId,
    location: { code: 'GB', country: 'United Kingdom', city: 'London' },
    expiresIn: Math.max(0, Math.round((expiresAt - at) / 1000)),
    expiresAt: new Date(expiresAt).toISOString(),
    authToken: token,
    newRegistration: token === null ? null : false,
  };
}

function userForm({ id, uuid, username, title, email, confirmed }: PlexTvAccount, token: string): object {
  return {
    id,
    uuid,
    username,
    title: title ?? username,
    email,
    friendlyName: title ?? username,
    confirmed: confirmed ?? email !== '',
    authToken: token,
    home: username === '',
    restricted: username === '',
    guest: false,
  };
}

function resources({ uuid, access }: PlexTvAccount, machineId: string): readonly object[] {
  const player = { name: 'Phone', product: 'Plex for Android', clientIdentifier: `phone-${uuid}`, provides: 'client,player', owned: true };
  if (access === 'none') return [player];
  return [
    player,
    {
      name: 'Plex Server 1',
      product: 'Plex Media Server',
      clientIdentifier: machineId,
      provides: 'server',
      accessToken: `server-${uuid}`,
      owned: access === 'owner',
      home: false,
      connections: [],
    },
  ];
}
