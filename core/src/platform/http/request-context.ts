import type { Next, ParameterizedContext } from 'koa';
import type { NamedError } from '../../error-codes/error-codes.js';
import type { Say, SpokenTag } from '../words/index.js';
import type { RateState } from './rate-limiter.js';
import type { Caller } from './route.js';

/** The facts that the steps of a request tell each other. */
export interface RequestState {
  requestId: string;
  /** The language that the client asked for with `Accept-Language`, English if we do not have that. */
  language: SpokenTag;
  /** Puts sentences into that language. */
  say: Say;
  /** The client's address, from the socket or from a trusted proxy's header. */
  address: string;
  /** The path below which everything is reached: empty, or with a leading slash. */
  basePath: string;
  /** Whether the browser reached us over TLS. */
  secure: boolean;
  /** The path of the route, as it is declared; absent for what is not a route. */
  route?: string;
  /** In tests, the errors that the route declares. */
  declared?: readonly NamedError[];
  /** The limit that is closest to being used up. */
  rate?: RateState;
  caller?: Caller | undefined;
  /** Path parameters, once they are checked. */
  params?: Record<string, string>;
}

/** A request on its way, and its answer. */
export type RequestContext = ParameterizedContext<RequestState>;

/** A step of a request on its way to the handler of its route. */
export type Step = (ctx: RequestContext, next: Next) => Promise<void>;
