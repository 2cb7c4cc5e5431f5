import { startSimulator, type Simulator, type SimulatorRequest, type SimulatorResponse } from '../simulator.js';
import { HARDCOVER_REFUSALS, type HardcoverRefusal } from './refusals.js';
import { ROOT_FIELDS, type HardcoverUser } from './graph.js';

export interface HardcoverSimulatorOptions {
  readonly users: readonly HardcoverUser[];
  readonly port?: number;
}

/** The GraphQL API on loopback. */
export interface HardcoverSimulator extends Simulator {
  readonly users: readonly HardcoverUser[];
  /** Answers the next requests like this. @param times default: until `heal` */
  refuse(refusal: HardcoverRefusal, times?: number): void;
  /** A token that was good until now. */
  revoke(token: string): void;
  /** Takes a field of the query away, as a renaming does. */
  removeField(name: string): void;
  /** Lets this many requests through and then refuses by limit; `undefined` switches limits off. */
  limitTo(requests: number | undefined, resetAfterSeconds?: number): void;
}

interface GraphQuery {
  readonly query?: string;
  readonly variables?: Record<string, number>;
}

const MOST_ROOT_FIELDS = 5;

function rootFieldsOf(query: string): string[] {
  // the text directly inside the outermost braces, without arguments
  const inner = query.slice(
    query.indexOf('{', query.indexOf(')') > query.indexOf('{') ? 0 : query.indexOf(')')) + 1,
    query.lastIndexOf('}'),
  );
  let depth = 0;
  let top = '';
  for (const letter of inner) {
    if (letter === '{' || letter === '(') depth += 1;
    if (depth === 0) top += letter;
    if (letter === '}' || letter === ')') depth -= 1;
  }
  return top.split(/\s+/).filter((name) => name !== '');
}

/** Answers as Hardcover's API does: tokens, statuses, lists, limits, errors in and out of band. */
export async function startHardcoverSimulator(options: HardcoverSimulatorOptions): Promise<HardcoverSimulator> {
  const revoked = new Set<string>();
  const removed = new Set<string>();
  let refused: { refusal: HardcoverRefusal; left: number } | undefined;
  let bucket: { left: number; resetAfter: number } | undefined;

  function takeRefusal(): SimulatorResponse | undefined {
    if (refused === undefined) return undefined;
    const { refusal } = refused;
    refused.left -= 1;
    if (refused.left <= 0) refused = undefined;
    return HARDCOVER_REFUSALS[refusal];
  }

  function limitHeaders(): Record<string, string> {
    return {
      'RateLimit-Policy': '"Free";q=60;w=60;burst=10, "daily";q=5000;w=86400',
      RateLimit: `"Free";r=${bucket?.left ?? 58};t=${bucket?.resetAfter ?? 42}, "daily";r=4231;t=51234`,
    };
  }

  function run({ query = '', variables = {} }: GraphQuery, me: HardcoverUser): SimulatorResponse {
    const fields = rootFieldsOf(query);
    if (fields.length > MOST_ROOT_FIELDS) return HARDCOVER_REFUSALS['top-level-limit'];
    if (bucket) {
      if (bucket.left < fields.length) {
        const body = { error: 'Too Many Requests', message: 'Try again later.' };
        return { status: 429, headers: { ...limitHeaders(), 'Retry-After': String(bucket.resetAfter) }, body };
      }
      bucket.left -= fields.length;
    }
    const unknown = fields.find((name) => removed.has(name) || !(name in ROOT_FIELDS));
    if (unknown !== undefined || fields.length === 0) {
      const message = `field '${unknown ?? ''}' not found in type: 'query_root'`;
      return {
        headers: limitHeaders(),
        body: { errors: [{ message, extensions: { path: `$.selectionSet.${unknown}`, code: 'validation-failed' } }] },
      };
    }
    const data = Object.fromEntries(fields.map((name) => [name, ROOT_FIELDS[name]?.(me, options.users, variables)]));
    return { headers: limitHeaders(), body: { data } };
  }

  function answer(request: SimulatorRequest): SimulatorResponse | undefined {
    if (request.method !== 'POST' || request.path !== '/v1/graphql') return undefined;
    const refusal = takeRefusal();
    if (refusal) return refusal;
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const me = revoked.has(token) ? undefined : options.users.find((user) => user.token === token);
    if (!me) return HARDCOVER_REFUSALS['invalid-token'];
    try {
      return run(JSON.parse(request.body.toString('utf8')) as GraphQuery, me);
    } catch {
      return HARDCOVER_REFUSALS['malformed-body'];
    }
  }

  const simulator = await startSimulator(answer, options.port === undefined ? {} : { port: options.port });
  return {
    ...simulator,
    users: options.users,
    refuse: (refusal, times = Number.POSITIVE_INFINITY) => {
      refused = { refusal, left: times };
    },
    revoke: (token) => void revoked.add(token),
    removeField: (name) => void removed.add(name),
    limitTo: (left, resetAfter = 17) => {
      bucket = left === undefined ? undefined : { left, resetAfter };
    },
    heal: () => {
      simulator.heal();
      refused = undefined;
      bucket = undefined;
      removed.clear();
    },
  };
}
