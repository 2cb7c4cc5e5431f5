import { bearer, startBareServer, type BareServer, type OpenSession } from '../bare-server.spec.support.js';
import { fillPath, resourceOf, sample, sampleQuery, send, type WalkAnswer, type WalkedRoute } from './route-walk.spec.support.js';
import { walkedThings, type Scope, type WalkedPerson } from './walked-things.spec.support.js';

/** Codes with which a request is turned away before its handler sees it. */
const GATE_CODES = [
  'auth_required',
  'token_malformed',
  'token_invalid',
  'token_expired',
  'csrf_failed',
  'admin_required',
  'permission_required',
  'scope_missing',
  'confirmation_required',
];

export type Outcome =
  | 'allowed'
  | '401 auth_required'
  | '401 token_malformed'
  | '401 token_invalid'
  | '401 token_expired'
  | '403 scope_missing'
  | '403 admin_required'
  | '403 permission_required'
  | '403 csrf_failed'
  | '403 confirmation_required'
  | '404 not_found';

export interface Caller {
  readonly name: string;
  /** Its headers; a new session for each call, as some calls end theirs. */
  readonly headers: () => Promise<Record<string, string>>;
  readonly expected: (route: WalkedRoute) => Outcome;
}

export function nameOf({ method, path }: WalkedRoute): string {
  return `${method} ${path}`;
}

export function outcomeOf(answer: WalkAnswer): string {
  if (answer.status >= 500 && answer.code !== 'catalogue_unavailable') return `${answer.status} ${answer.code}: a fault`;
  return answer.code !== undefined && GATE_CODES.includes(answer.code) ? `${answer.status} ${answer.code}` : 'allowed';
}

/** Like {@link outcomeOf}; resources of somebody else do not exist. */
export function ownedOutcome({ access }: WalkedRoute, answer: WalkAnswer): string {
  const isHidden = access.rule === 'user' && access.owns !== undefined && answer.code === 'not_found';
  return isHidden ? `404 ${answer.code}` : outcomeOf(answer);
}

/** A server for the tests of one group, with people in every relation to the owner's things. */
export function useAccessScene() {
  let server: BareServer;
  const ids: Record<WalkedPerson, string> = {
    admin: '',
    owner: '',
    stranger: '',
    searcher: '',
    subscriber: '',
    downloader: '',
    outsider: '',
  };

  const { resources, apiToken, signInIntegration } = walkedThings(() => server, ids);

  async function call(
    route: WalkedRoute,
    headers: Record<string, string>,
    method: string = route.method,
    thing: () => Promise<string> = async () => (await resources[resourceOf(route.path) ?? '']?.()) ?? '',
    body: unknown = route.body && sample(route.body),
  ): Promise<WalkAnswer> {
    await server.forgetAttempts();
    const path = resourceOf(route.path) === undefined ? route.path : fillPath(route.path, await thing());
    return send(`${server.url}${path}${sampleQuery(route)}`, {
      method,
      headers: { ...headers, ...(route.body ? { 'content-type': 'application/json' } : {}) },
      ...(route.body ? { body: JSON.stringify(body) } : {}),
    });
  }

  const as =
    (who: keyof typeof ids, how: (session: OpenSession) => Record<string, string> = bearer): Caller['headers'] =>
    async () =>
      how(await server.session(ids[who]));

  /** A token made once; `spoil` changes it before it is used. */
  function token(
    who: 'admin' | 'owner',
    scopes: readonly Scope[],
    spoil: (made: Awaited<ReturnType<typeof apiToken>>) => Promise<void> = async () => undefined,
  ): Caller['headers'] {
    let made: ReturnType<typeof apiToken> | undefined;
    async function make(): ReturnType<typeof apiToken> {
      const fresh = await apiToken(ids[who], scopes);
      await spoil(fresh);
      return fresh;
    }
    return async () => {
      const { row, token } = await (made ??= make());
      // there are more routes than a token may call in a minute
      await server.app.services.rateLimiter.reset('api-token', row.id);
      return { authorization: `Bearer ${token}` };
    };
  }

  before(async () => {
    server = await startBareServer();
    ids.admin = await server.createUser('root', 'admin');
    ids.owner = await server.createUser('owner');
    ids.stranger = await server.createUser('stranger');
    ids.searcher = await server.createUser('searcher', 'user', { interactiveSearch: true });
    ids.subscriber = await server.createUser('subscriber');
    ids.downloader = await server.createUser('downloader', 'user', { downloadAccess: true });
    ids.outsider = await server.createUser('outsider', 'user', { downloadAccess: true });
  });
  after(() => server.stop());

  return {
    get server(): BareServer {
      return server;
    },
    ids,
    resources,
    apiToken,
    signInIntegration,
    call,
    as,
    token,
  };
}
