import { countProcessorMs, expectBoundedGrowth, FLOOR_MS, MOST_GROWTH } from '@lectern/testbed';
import { expect } from 'chai';
import { bearer, startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { fillPath, sample, send, type WalkedRoute } from './route-walk.spec.support.js';

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: object;
  readonly additionalProperties?: unknown;
}

/** The questions to one route. */
interface Growing {
  readonly kinds: Readonly<Record<string, (schema: Schema, size: number) => string>>;
  readonly schema: Schema;
  readonly sizes: { readonly from: number; readonly to: number };
  readonly ask: (text: string) => Promise<number>;
}

/** Characters of a body: the larger size is a hundredfold, near the most that the server reads. */
const BODY = { from: 2_500, to: 250_000 };
/** Characters of a query: the larger size is a hundredfold, near the most that Node.js accepts in a request line. */
const QUERY = { from: 120, to: 12_000 };
/** A refusal lists a few errors, however many there are. */
const MOST_REFUSAL = 16_000;

/** Parameters that have to be real, or a route looks no further. */
const REAL: Readonly<Record<string, string>> = { pluginId: 'notify-discord' };

/** A value that follows a schema as far as it can, and is as large as it should be otherwise. */
function enlarged(schema: Schema, size: number): unknown {
  if (schema.anyOf) {
    const [first = {}] = [...schema.anyOf].sort((a, b) => Number(b.type === 'array') - Number(a.type === 'array'));
    return enlarged(first, size);
  }
  if (schema.type === 'array') {
    const item = sample(schema.items ?? {});
    return Array.from({ length: Math.ceil(size / (JSON.stringify(item).length + 1)) }, () => item);
  }
  if (schema.type !== 'object') return sample(schema);
  if (!schema.properties) return Object.fromEntries(Array.from({ length: Math.ceil(size / 12) }, (_, n) => [`m${n}`, 'x']));
  return eachMember(schema, (member, share, name) => REAL[name] ?? enlarged(member, share), size);
}

function eachMember(schema: Schema, make: (member: Schema, share: number, name: string) => unknown, size: number): object {
  const members = Object.entries(schema.properties ?? {});
  return Object.fromEntries(members.map(([name, member]) => [name, make(member, size / members.length, name)]));
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

/** JSON by hand: `JSON.stringify` ends with a full stack where parsers must not. */
function nestedText(size: number, [open, close]: readonly [string, string]): string {
  const depth = Math.floor(size / (open.length + close.length));
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
}

/** Bodies of one kind, by their size in characters. */
const BODIES: Growing['kinds'] = {
  members: (_, size) => JSON.stringify(Object.fromEntries(Array.from({ length: Math.ceil(size / 12) }, (__, n) => [`m${n}`, 1]))),
  items: (schema, size) => JSON.stringify(eachMember(schema, (_, share) => Array.from({ length: share / 4 }, (__, n) => n), size)),
  text: (schema, size) => JSON.stringify(eachMember(schema, (_, share) => 'x'.repeat(share), size)),
  blanks: (schema, size) => JSON.stringify(eachMember(schema, (_, share) => `x${' '.repeat(share)}x`, size)),
  'blanks between values': (_, size) => `{${' '.repeat(size)}}`,
  'what the schema asks for': (schema, size) => JSON.stringify(enlarged(schema, size)),
  'nested lists': (_, size) => nestedText(size, ['[', ']']),
  'nested objects': (_, size) => nestedText(size, ['{"m":', '}']),
  'members nested as deep as is read': (schema, size) =>
    JSON.stringify(eachMember(schema, (_, share) => Array.from({ length: share / 42 }, () => nested(20)), size)),
};

const QUERIES: Growing['kinds'] = {
  members: (_, size) => Array.from({ length: Math.ceil(size / 6) }, (__, n) => `m${n}=1`).join('&'),
  'one member often': ({ properties = {} }, size) => `${Object.keys(properties)[0]}=1&`.repeat(size / 10),
  text: (schema, size) => new URLSearchParams(eachMember(schema, (_, share) => 'x'.repeat(share), size) as never).toString(),
  blanks: (schema, size) => new URLSearchParams(eachMember(schema, (_, share) => `x${' '.repeat(share)}x`, size) as never).toString(),
};

describe('growth of requests', () => {
  let server: BareServer;
  let userId: string;

  before(async () => {
    server = await startBareServer({ LECTERN_LOG_LEVEL: 'error' });
    userId = await server.createUser('grower', 'admin');
    // a limit would answer instead of the code that is measured
    Object.assign(server.app.services.rateLimiter, { take: async () => undefined });
  });

  after(() => server.stop());

  /** Opens a separate session for each route: one of them ends it. */
  async function caller(route: WalkedRoute): Promise<(query: string, body?: string) => Promise<number>> {
    const headers = { ...bearer(await server.session(userId)), 'content-type': 'application/json' };
    const params: Schema | undefined = route.params;
    const [param = {}] = Object.values(params?.properties ?? {});
    const path = fillPath(route.path, String(sample(param)));
    return async (query, body) => {
      const { status, code, text } = await send(`${server.url}${path}${query}`, {
        method: route.method,
        headers,
        body,
        timeoutMs: 120_000,
      });
      const isFault = status >= 500 && code !== 'catalogue_unavailable';
      if (isFault || (status >= 400 && text.length > MOST_REFUSAL))
        throw new Error(`${route.method} ${path} answers ${status} with ${text.length} characters`);
      return status;
    };
  }

  /**
   * An input whose largest size costs less than the measuring floor times the allowed growth is bounded, whatever the small one costs. So
   * only dearer ones are measured at both sizes.
   */
  async function complaintsOf(what: string, { kinds, schema, sizes, ask }: Growing): Promise<string[]> {
    const complaints: string[] = [];
    for (const [kind, make] of Object.entries(kinds)) {
      const largest = make(schema, sizes.to);
      const spent = countProcessorMs();
      await ask(largest);
      if (spent() <= FLOOR_MS * MOST_GROWTH) continue;
      await expectBoundedGrowth(`${kind} at ${what}`, (size) => make(schema, size), ask, sizes).catch((error: unknown) =>
        complaints.push((error as Error).message),
      );
    }
    return complaints;
  }

  it('is bounded for all bodies', async () => {
    const routes = server.app.routes.filter(({ body }) => body !== undefined);
    const complaints: string[] = [];

    for (const route of routes) {
      const call = await caller(route);
      const growing = { kinds: BODIES, schema: route.body as unknown as Schema, sizes: BODY, ask: (body: string) => call('', body) };
      complaints.push(...(await complaintsOf(`${route.method} ${route.path}`, growing)));
    }

    expect(routes.length).to.be.above(30);
    expect(complaints.join('\n')).to.equal('');
  });

  it('is bounded for all queries', async () => {
    const routes = server.app.routes.filter(({ query }) => query !== undefined);
    const complaints: string[] = [];

    for (const route of routes) {
      const call = await caller(route);
      const growing = { kinds: QUERIES, schema: route.query as unknown as Schema, sizes: QUERY, ask: (query: string) => call(`?${query}`) };
      complaints.push(...(await complaintsOf(`${route.method} ${route.path}`, growing)));
    }

    expect(routes.length).to.be.above(15);
    expect(complaints.join('\n')).to.equal('');
  });
});
