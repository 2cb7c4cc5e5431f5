import type { Readable } from 'node:stream';
import type { Static, TSchema } from 'typebox';
import type { ErrorName } from '../../error-codes/error-codes.js';
import type { Say, SpokenTag } from '../words/index.js';
import type { RateBucket, RateState } from './rate-limiter.js';

/**
 * Why a token that was sent identifies nobody. `session`: it is an access token whose time or session is over, which says nothing
 * of an API token.
 */
export interface TokenRefusal {
  readonly refused: 'malformed' | 'unknown' | 'expired' | 'session';
}

/** Who is calling. */
export interface Caller {
  readonly userId: string;
  readonly username: string;
  /** The name that others see. Only admins and the users themselves see the username. */
  readonly displayName: string;
  readonly role: 'admin' | 'user';
  readonly permissions: { readonly autoApprove: boolean; readonly interactiveSearch: boolean; readonly downloadAccess: boolean };
  readonly via: 'cookie' | 'bearer' | 'api-token';
  /** The scopes of an API token; sessions have all of them. */
  readonly scopes?: readonly Scope[];
  /** Set for an API token. */
  readonly tokenId?: string;
  /** When an API token expires, in milliseconds since the epoch; absent for one that does not. */
  readonly expiresAt?: number;
  readonly sessionId?: string;
  /** The rate limit of an API token. */
  readonly rate?: RateState;
}

/** The scopes that an API token may have. */
export type Scope = 'read' | 'requests:write' | 'library:read' | 'admin:read' | 'admin:write';

/** Resources that belong to a user. */
export type OwnedResource =
  | 'request'
  | 'shelf'
  | 'session'
  | 'identity'
  | 'push device'
  | 'notification target'
  | 'API token'
  | 'ignored book'
  | 'followed series'
  | 'followed author'
  | 'report'
  | 'found release'
  | 'upload';

/** A permission that opens a route to users who are not admins. */
export type Permission = 'interactiveSearch' | 'downloadAccess';

/**
 * Who may call a route.
 * - `public`: anybody
 * - `user`: anybody signed in; with `owns`, only the owner of the resource named by a path parameter, and admins.
 *   A stranger gets 404, as if it did not exist.
 * - `admin`
 */
export type Access =
  | { readonly rule: 'public' }
  | {
      readonly rule: 'user';
      readonly owns?: {
        readonly param: string;
        readonly resource: OwnedResource;
        /** Also admits users who subscribe to the resource without owning it. */
        readonly orSubscribes?: boolean;
        /** Refuses admins as well, for resources that are only the owner's business. */
        readonly ownerOnly?: boolean;
      };
      /** Admins pass; others need the permission. */
      readonly permission?: Permission;
    }
  | { readonly rule: 'admin' };

type Input<S> = S extends TSchema ? Static<S> : undefined;

/** The validated input of a handler. */
export interface RouteContext<P = unknown, Q = unknown, B = unknown, A extends Access = Access> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The unparsed body on routes that take a file; empty on others. */
  readonly rawBody: Buffer;
  /** Absent only on public routes. */
  readonly caller: A extends { rule: 'public' } ? Caller | undefined : Caller;
  readonly requestId: string;
  /** The language that the client asked for with `Accept-Language`, English if we do not have that. */
  readonly language: SpokenTag;
  /** Puts sentences of the server into that language. */
  readonly say: Say;
  /** The client's address, from the socket or from a trusted proxy's header. */
  readonly address: string;
  readonly userAgent: string;
  /** Reads a header of the request. */
  readonly header: (name: 'range' | 'if-range' | 'x-csrf-token') => string | undefined;
  /** Fires when the client goes away. */
  readonly signal: AbortSignal;
  readonly cookies: { get(name: string): string | undefined };
  /** True when the browser reached us over TLS. */
  readonly secure: boolean;
}

/** For how many minutes a sign-in or a confirmation admits to routes that need a confirmed session. */
export const CONFIRMED_MINUTES = 15;

/** Decides, before the handler runs, whether a route needs a confirmed session. */
export interface ConfirmationRule<P = unknown, B = unknown> {
  /** Completes "It needs a confirmed session when …", for the API document. */
  readonly when: string;
  readonly isNeeded: (request: { readonly params: P; readonly body: B; readonly caller: Caller }) => boolean | Promise<boolean>;
}

/** A cookie to set, whose path is below the server's; `value: ''` deletes it. */
export interface SetCookie {
  readonly name: string;
  readonly value: string;
  readonly httpOnly: boolean;
  readonly maxAgeSeconds: number;
  readonly path: string;
}

/** The answer of a handler. */
export interface RouteAnswer {
  readonly status: number;
  /** Sent as JSON, except that Buffers and streams are sent as they are. */
  readonly body?: object | Buffer | Readable | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly SetCookie[];
}

/** A limit for each caller that counts some calls only. */
export interface CallerLimit {
  readonly bucket: RateBucket;
  /** The calls that count, as the documentation of the API words it after "when". */
  readonly when: string;
  /** Whether a call with this query, which is not checked yet, counts. */
  readonly counts: (query: Readonly<Record<string, unknown>>) => boolean;
}

/** Declares an endpoint. Routing, validation, access, the OpenAPI document and the typed client follow from it. */
export interface RouteSpec<
  A extends Access = Access,
  P extends TSchema | undefined = TSchema | undefined,
  Q extends TSchema | undefined = TSchema | undefined,
  B extends TSchema | undefined = TSchema | undefined,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `{name}` for path parameters. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly access: A;
  /** An API token needs one of these scopes. With `none`, tokens may not call the route. */
  readonly scopes: readonly Scope[] | 'none';
  /**
   * Marks routes that decide who gets in or whose code runs. They need a session that was signed in or confirmed lately.
   * Other sessions get 403 `confirmation_required`; API tokens get 403 `scope_missing`, whatever their scopes.
   */
  readonly confirmation?: 'always' | ConfirmationRule<Input<P>, Input<B>>;
  readonly params?: P;
  readonly query?: Q;
  /**
   * Ignores parameters that the query does not name, where apps of others or tools send some. Elsewhere they are refused, as in a body,
   * also by a route without a query.
   */
  readonly ignoresUnknownQuery?: true;
  readonly body?: B;
  /** Takes a file of one of these media types instead of JSON. It is read into memory, so `maxBodyBytes` bounds it. */
  readonly rawBody?: readonly string[];
  /** Schemas by status: `null` for an empty answer, a media type for an answer that is not JSON. */
  readonly responses: Readonly<Record<number, TSchema | null | { readonly contentType: string }>>;
  /** The errors of the route, except those that follow from its other members; see `routeErrors`. */
  readonly errors?: readonly ErrorName[];
  /** The most bytes of a body. Default 256 KiB. */
  readonly maxBodyBytes?: number;
  /** A limit for each client address, counted before anything else happens. */
  readonly rateLimit?: RateBucket;
  /** Limits of the client's address whose attempt a call gives back once it is done, so that only failures use them up. */
  readonly givesBack?: readonly RateBucket[];
  /** A limit for each caller, counted once access is granted. */
  readonly callerRateLimit?: RateBucket | CallerLimit;
  /** Answers right after the start, before plugins are loaded. */
  readonly early?: boolean;
  /**
   * Compresses the answer for clients that accept it. Use it only for answers without tokens and settings, because the
   * length of a compressed answer reveals something of its content.
   */
  readonly compress?: boolean;
  readonly handler: (context: RouteContext<Input<P>, Input<Q>, Input<B>, A>) => Promise<RouteAnswer> | RouteAnswer;
}

/** A route without its type parameters. */
export type Route = Omit<RouteSpec, 'handler' | 'confirmation'> & {
  readonly confirmation?: 'always' | ConfirmationRule<never, never>;
  readonly handler: (context: RouteContext<never, never, never, never>) => Promise<RouteAnswer> | RouteAnswer;
};

/** The only way to add an endpoint. A route without `access` does not compile. */
export function defineRoute<
  const A extends Access,
  P extends TSchema | undefined = undefined,
  Q extends TSchema | undefined = undefined,
  B extends TSchema | undefined = undefined,
>(spec: RouteSpec<A, P, Q, B>): Route {
  return spec;
}

/** A JSON answer. */
export function json(body: object, status = 200): RouteAnswer {
  return { status, body };
}

/** An answer without content. */
export function noContent(): RouteAnswer {
  return { status: 204 };
}
