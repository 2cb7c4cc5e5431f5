import type { Readable } from 'node:stream';
import type { Static, TSchema } from 'typebox';
import type { ErrorName } from '../../error-codes/error-codes.js';
import type { RateBucket, RateState } from './rate-limiter.js';

/** Who is calling. */
export interface Caller {
  readonly userId: string;
  readonly username: string;
  /** How others see them called. The name they sign in with is for admins and themselves. */
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
  /** How many calls an API token has left. */
  readonly rate?: RateState;
}

/** What an API token may be allowed. */
export type Scope = 'read' | 'requests:write' | 'library:read' | 'admin:read' | 'admin:write';

/** Resources that belong to a user. */
export type OwnedResource = 'request' | 'shelf' | 'session' | 'identity' | 'API token';

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
        /** Also opens it to users who subscribe to the resource without owning it. */
        readonly orSubscribes?: boolean;
        /** Closes it to admins as well: what is nobody's business but the owner's. */
        readonly ownerOnly?: boolean;
      };
      /** Admins pass; others need the permission. */
      readonly permission?: Permission;
    }
  | { readonly rule: 'admin' };

type Input<S> = S extends TSchema ? Static<S> : undefined;

/** What a handler gets. Everything is validated. */
export interface RouteContext<P = unknown, Q = unknown, B = unknown, A extends Access = Access> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The body as it came, on routes that take a file; empty on others. */
  readonly rawBody: Buffer;
  /** Absent only on public routes. */
  readonly caller: A extends { rule: 'public' } ? Caller | undefined : Caller;
  readonly requestId: string;
  /** The client's address, from the socket or from a trusted proxy's header. */
  readonly address: string;
  readonly userAgent: string;
  /** Headers of the request that a handler may have a use for. */
  readonly header: (name: 'range' | 'if-range' | 'x-csrf-token') => string | undefined;
  /** Fires when the client goes away. */
  readonly signal: AbortSignal;
  readonly cookies: { get(name: string): string | undefined };
  /** True when the browser reached us over TLS. */
  readonly secure: boolean;
}

/** For how long a sign-in or a confirmation opens what needs one. */
export const CONFIRMED_MINUTES = 15;

/** When a route needs a confirmed session; decided before its handler runs. */
export interface ConfirmationRule<P = unknown, B = unknown> {
  /** Completes "It needs a confirmed session when …", for the API document. */
  readonly when: string;
  readonly isNeeded: (request: { readonly params: P; readonly body: B }) => boolean | Promise<boolean>;
}

/** A cookie to set; `value: ''` deletes it. */
export interface SetCookie {
  readonly name: string;
  readonly value: string;
  readonly httpOnly: boolean;
  readonly maxAgeSeconds: number;
  readonly path: string;
}

/** What a handler answers. */
export interface RouteAnswer {
  readonly status: number;
  /** JSON; Buffers and streams are sent as they are. */
  readonly body?: object | Buffer | Readable | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly SetCookie[];
}

/** Declares an endpoint. From it come routing, validation, access, the OpenAPI document and the typed client. */
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
  /** Scopes of which an API token needs one; `none`: tokens may not call it. */
  readonly scopes: readonly Scope[] | 'none';
  /**
   * Marks what decides who gets in, or whose code runs: it needs a recently signed-in or confirmed session. A session
   * that was not gets 403 `confirmation_required`, an API token 403 `scope_missing`, whatever its scopes.
   */
  readonly confirmation?: 'always' | ConfirmationRule<Input<P>, Input<B>>;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Takes a file instead of JSON, sent as one of these media types, whole in memory: `maxBodyBytes` bounds it. */
  readonly rawBody?: readonly string[];
  /** By status; `null` for an empty answer, a media type for one that is not JSON. */
  readonly responses: Readonly<Record<number, TSchema | null | { readonly contentType: string }>>;
  /** Errors it may answer with besides those that follow from the other members: see `routeErrors`. */
  readonly errors?: readonly ErrorName[];
  /** Bytes of body; default 256 KiB. */
  readonly maxBodyBytes?: number;
  /** Counted by client address, before anything else. */
  readonly rateLimit?: RateBucket;
  /** Counted by who calls, once they are let in. */
  readonly callerRateLimit?: RateBucket;
  /** Answers before plugins are loaded, right after the start. */
  readonly early?: boolean;
  /**
   * Sends the answer compressed to clients that take it. Only for answers without tokens and settings: the length of a
   * compressed answer tells about what is in it.
   */
  readonly compress?: boolean;
  readonly handler: (context: RouteContext<Input<P>, Input<Q>, Input<B>, A>) => Promise<RouteAnswer> | RouteAnswer;
}

/** A route with its types forgotten. */
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
