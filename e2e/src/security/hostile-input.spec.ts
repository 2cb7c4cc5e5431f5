import { randomUUID } from 'node:crypto';
import { startAudibleSimulator } from '@lectern/simulators';
import { expect } from 'chai';
import { bearer, startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { HOSTILE_BODIES, HOSTILE_MEMBERS, HOSTILE_SEGMENTS, HOSTILE_TEXTS } from './hostile-values.spec.support.js';
import { IS_LONG_RUN } from '../long-run.spec.support.js';
import { fillPath, resourceOf, sample, send, type WalkAnswer } from './route-walk.spec.support.js';

/** The most processor time that an answer may cost, as a multiple of an ordinary one: both are slow on a slow machine. */
const MOST_COST = 300;
/** Calls in flight at once. */
const AT_ONCE = 6;
/** A secret of an integration, which no answer may hold. */
const PLANTED = ['plantedfuzzsecret0123456789'];
/** The number of calls after which the limits start over, so that they do not answer instead of the routes. */
const CALLS_WITHIN_LIMITS = 8;

type Who = 'admin' | 'user' | 'token' | 'nobody';
const PEOPLE: Readonly<Record<Who, string>> = { admin: 'an admin', user: 'a user', token: 'an API token', nobody: 'nobody' };

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly isAdminOnly: boolean;
  readonly isPublic: boolean;
  /** Whether a token with every scope may call it. */
  readonly takesTokens: boolean;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: 'path' | 'query';
    readonly required: boolean;
    readonly schema: object;
  }[];
  readonly body: { readonly properties?: Record<string, object>; readonly required?: readonly string[] } | undefined;
}

interface Document {
  readonly paths: Record<
    string,
    Record<
      string,
      {
        readonly description: string;
        readonly parameters: Operation['parameters'];
        readonly requestBody?: { readonly content: Record<string, { readonly schema: NonNullable<Operation['body']> }> };
      }
    >
  >;
}

/** A request and its peculiarity. */
interface Attack {
  readonly what: string;
  readonly path: string;
  readonly init: RequestInit;
  readonly allowed?: readonly number[];
}

function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      isAdminOnly: operation.description.includes('**Access:** Admins.'),
      isPublic: operation.description.includes('**Access:** Anybody.'),
      takesTokens: operation.description.includes('API tokens need the scope'),
      parameters: operation.parameters,
      body: operation.requestBody?.content['application/json']?.schema,
    })),
  );
}

function withQuery(path: string, query: Record<string, string>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Everything that is wrong about an answer. */
function faultsOf({ status, headers, text }: WalkAnswer, allowed: readonly number[] | undefined): string[] {
  const faults: string[] = [];
  if (allowed && !allowed.includes(status) && ![401, 403, 404, 429].includes(status))
    faults.push(`${status} instead of ${allowed.join(' or ')}`);
  if (headers.get('x-content-type-options') !== 'nosniff') faults.push('lacks nosniff');
  if (!headers.get('content-security-policy')?.includes("default-src '")) faults.push('lacks a policy');
  if (headers.get('set-cookie')?.includes('planted')) faults.push('sets the planted cookie');
  if (/\$2[aby]\$\d\d\$/.test(text)) faults.push('shows a password hash');
  if (PLANTED.some((secret) => text.includes(secret))) faults.push('shows a secret');
  if (status < 400) return faults;
  if (!headers.get('content-type')?.startsWith('application/problem+json'))
    return [...faults, `${status} is ${headers.get('content-type')}: ${text.slice(0, 80)}`];
  const problem = JSON.parse(text) as Record<string, unknown>;
  const isKnown = problem['code'] === 'catalogue_unavailable' && status === 503;
  if (status >= 500 && !isKnown) faults.push(`${status} ${String(problem['code'])} ${JSON.stringify(problem['detail'])}`);
  if (problem['status'] !== status || typeof problem['code'] !== 'string' || typeof problem['title'] !== 'string')
    faults.push('is no whole problem');
  if (/\bat [\w.<>]+ \(|node_modules|node:internal/.test(text)) faults.push('shows a stack');
  if (/SQLITE_|SELECT |syntax error at|QueryFailed/.test(text)) faults.push('shows a statement of the database');
  return faults;
}

describe('hostile input', () => {
  let server: BareServer;
  let audible: Awaited<ReturnType<typeof startAudibleSimulator>>;
  let operations: Operation[];
  let headers: Record<Who, Record<string, string>>;
  let forgetToken: () => Promise<void>;
  let resources: Record<string, string>;
  /** The cost of an ordinary answer, while as many are requested at once; 0 in the short run, which measures none. */
  let ordinaryCost: number;

  before(async () => {
    server = await startBareServer();
    audible = await startAudibleSimulator();
    const spec = { name: 'spec' };
    const { integrations } = server.app.services;
    const settings = { apiBaseUrl: audible.url, audnexusUrl: audible.url };
    await integrations.create({ pluginId: 'catalog-audible', name: 'Catalogue', settings }, spec);
    const webhook = { webhookUrl: `http://127.0.0.1:9/api/webhooks/1/${PLANTED[0]}`, allowOtherHost: true };
    const integration = (await integrations.create({ pluginId: 'notify-discord', name: 'Walked', settings: webhook }, spec)).id;
    const owner = await server.createUser('owner', 'user', { interactiveSearch: true });
    const request = await server.insertRequest(owner);
    resources = {
      '/api/requests/{id}': request,
      '/api/admin/requests/{id}': request,
      '/api/admin/users/{id}': await server.createUser('victim'),
      '/api/admin/integrations/{id}': integration,
      '/api/admin/notifications/subscriptions/{integrationId}': integration,
    };
    const root = await server.createUser('root', 'admin');
    const scopes = ['read', 'requests:write', 'library:read', 'admin:read', 'admin:write'] as const;
    const { token, row } = await server.app.services.apiTokens.create({ userId: root, name: 'Fuzz', scopes }, spec);
    forgetToken = () => server.app.services.rateLimiter.reset('api-token', row.id);
    headers = {
      admin: bearer(await server.session(root)),
      user: bearer(await server.session(owner)),
      token: { authorization: `Bearer ${token}` },
      nobody: {},
    };
    ordinaryCost = await typicalCost();
    operations = operationsOf(JSON.parse((await send(`${server.url}/api/openapi.json`)).text) as Document);
  });
  after(async () => {
    await server.stop();
    await audible.close();
  });

  async function typicalCost(): Promise<number> {
    const costs: number[] = [];
    const ask = async (): Promise<void> => {
      for (let n = 0; n < 10; n += 1) costs.push((await send(`${server.url}/api/auth/me`, { headers: headers.user })).cost);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
    return costs.sort((a, b) => a - b)[Math.floor(costs.length / 2)] ?? 0;
  }

  function realPath({ path }: Operation): string {
    const resource = resourceOf(path);
    return resource === undefined ? path : fillPath(path, resources[resource] ?? randomUUID());
  }

  function neededQuery({ parameters }: Operation): Record<string, string> {
    const needed = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
    return Object.fromEntries(needed.map(({ name, schema }) => [name, String(sample(schema))]));
  }

  function init(operation: Operation, who: keyof typeof headers, body?: unknown): RequestInit {
    const given = body ?? (operation.body ? sample(operation.body) : undefined);
    return {
      method: operation.method,
      headers: { ...headers[who], ...(given === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(given === undefined ? {} : { body: JSON.stringify(given) }),
    };
  }

  async function strike(attacks: readonly Attack[], atOnce = AT_ONCE): Promise<string[]> {
    const faults: string[] = [];
    const queue = [...attacks];
    let struck = 0;
    async function work(): Promise<void> {
      for (let attack = queue.shift(); attack; attack = queue.shift()) {
        struck += 1;
        if (struck % CALLS_WITHIN_LIMITS === 0) await Promise.all([server.forgetAttempts(), forgetToken()]);
        const name = `${attack.init.method} ${attack.path.slice(0, 120)} with ${attack.what}`;
        try {
          const answer = await send(`${server.url}${attack.path}`, attack.init);
          if (answer.cost > ordinaryCost * MOST_COST) faults.push(`${name}: cost ${answer.cost} ms, others ${ordinaryCost} ms`);
          for (const fault of faultsOf(answer, attack.allowed)) faults.push(`${name}: ${fault}`);
        } catch (error) {
          faults.push(`${name}: ${error instanceof Error ? `${error.message} ${String(error.cause)}` : String(error)}`);
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work));
    return faults;
  }

  /** The attacks on each of many targets; in the short run one on each, and the next kind on the next. */
  function attacksOn<T>(targets: readonly T[], attacksOnOne: (target: T) => readonly Attack[]): readonly Attack[] {
    const all = targets.map(attacksOnOne).filter((attacks) => attacks.length > 0);
    return IS_LONG_RUN ? all.flat() : all.flatMap((attacks, index) => attacks[index % attacks.length] ?? []);
  }

  /** Passwords are hashed at a price, so that many at once only wait for each other. */
  function isDear({ path }: Operation): boolean {
    return /password|users|login|setup|register|identities/.test(path);
  }

  /** Routes that end the session they are called with would make the rest of the walk a walk of nobody. */
  function isLoud({ path }: Operation): boolean {
    return !path.endsWith('/logout') && path !== '/api/events';
  }

  function reachable(who: Who): Operation[] {
    const mayCall: Readonly<Record<Who, (operation: Operation) => boolean>> = {
      admin: () => true,
      user: ({ isAdminOnly }) => !isAdminOnly,
      token: ({ takesTokens }) => takesTokens,
      nobody: ({ isPublic }) => isPublic,
    };
    return operations.filter((operation) => isLoud(operation) && mayCall[who](operation));
  }

  for (const who of ['admin', 'user', 'token', 'nobody'] as const) {
    it(`is nothing that every operation of ${PEOPLE[who]} needs: valid-ish calls get a clear answer too`, async () => {
      const calls = reachable(who).map((operation) => ({
        what: 'a sample',
        path: withQuery(realPath(operation), neededQuery(operation)),
        init: init(operation, who),
      }));
      expect(calls.length).to.be.above(10);
      expect(await strike(calls)).to.deep.equal([]);
    });

    it(`in a path of ${PEOPLE[who]} gets a clear answer`, async () => {
      const attacks = (operation: Operation): Attack[] =>
        HOSTILE_SEGMENTS.map((segment) => ({
          what: 'a hostile segment',
          path: withQuery(fillPath(operation.path, segment), neededQuery(operation)),
          init: init(operation, who),
        }));
      const named = reachable(who).filter(({ path }) => path.includes('{'));
      const cheap = await strike(
        attacksOn(
          named.filter((operation) => !isDear(operation)),
          attacks,
        ),
      );
      const dear = await strike(attacksOn(named.filter(isDear), attacks), 1);
      expect([...cheap, ...dear]).to.deep.equal([]);
    });

    it(`in a query of ${PEOPLE[who]} gets a clear answer`, async () => {
      const attacks = attacksOn(reachable(who), (operation) =>
        operation.parameters
          .filter((parameter) => parameter.in === 'query')
          .flatMap(({ name }) => [
            ...Object.entries(HOSTILE_TEXTS).map(([what, text]) => ({
              what: `${what} as ${name}`,
              path: withQuery(realPath(operation), { ...neededQuery(operation), [name]: text }),
              init: init(operation, who),
            })),
            ...[
              `${name}=a&${name}=b`,
              `${name}[]=a`,
              `${name}[__proto__][x]=1`,
              `${name}=%zz`,
              `${name}=%ff%fe`,
              `__proto__=1&constructor=1`,
            ].map((query) => ({ what: 'a twisted query', path: `${realPath(operation)}?${query}`, init: init(operation, who) })),
          ]),
      );
      expect(await strike(attacks)).to.deep.equal([]);
    });

    it(`in a member of a body of ${PEOPLE[who]} gets a clear answer`, async () => {
      const attacks = (operation: Operation): Attack[] =>
        Object.keys(operation.body?.properties ?? {}).flatMap((name) =>
          Object.entries(HOSTILE_MEMBERS).map(([what, value]) => ({
            what: `${what} as ${name}`,
            path: realPath(operation),
            init: init(operation, who, { ...(sample(operation.body) as object), [name]: value }),
          })),
        );
      const cheap = reachable(who).filter((operation) => !isDear(operation));
      const faults = await strike(attacksOn(cheap, attacks));
      // everybody's own are walked as nobody, the others as an admin
      if (who === 'admin' || who === 'nobody') {
        const dear = reachable(who).filter((operation) => isDear(operation) && operation.isPublic === (who === 'nobody'));
        faults.push(...(await strike(attacksOn(dear, attacks), 1)));
      }
      expect(faults).to.deep.equal([]);
    });

    it(`as a body of ${PEOPLE[who]} gets a clear answer`, async () => {
      const attacks = attacksOn(
        reachable(who).filter(({ body }) => body !== undefined),
        (operation) =>
          Object.entries(HOSTILE_BODIES).map(([what, { type, body, headers: more, status }]) => ({
            what: `${what} as body`,
            path: realPath(operation),
            allowed: status,
            init: { method: operation.method, headers: { ...headers[who], 'content-type': type, ...more }, body },
          })),
      );
      expect(await strike(attacks)).to.deep.equal([]);
    });
  }

  it('changes no prototype and no role', async () => {
    expect(({} as Record<string, unknown>)['isAdmin']).to.equal(undefined);
    const me = JSON.parse((await send(`${server.url}/api/auth/me`, { headers: headers.user })).text) as { user: { role: string } };
    expect(me.user.role).to.equal('user');
  });

  it('leaves every line of the log one line of JSON, and none of them an unforeseen fault', () => {
    const lines = server.log().trimEnd().split('\n').slice(1);
    for (const line of lines) expect(() => void JSON.parse(line), line).not.to.throw();
    expect(lines.filter((line) => line.includes('"request failed"')).slice(0, 3)).to.deep.equal([]);
  });

  it('leaves the server well', async () => {
    expect((await send(`${server.url}/api/health`)).status).to.equal(200);
  });
});
