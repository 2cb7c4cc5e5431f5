import type { TSchema } from 'typebox';
import { ERROR_CODES, type ErrorCode, type ErrorStatus } from '../../error-codes/error-codes.js';
import { inEnglish } from '../words/index.js';
import { titleOf } from './problem.js';
import { limitsAdmins, RATE_LIMITS, type RateBucket } from './rate-limiter.js';
import { routeErrors } from './route-errors.js';
import { CONFIRMED_MINUTES, type Route } from './route.js';

const TOKEN_HELP =
  'An API token. Create one under Account → API tokens. Each call names the scopes that are sufficient; calls that name none do not accept API tokens.';

type JsonSchema = Record<string, unknown>;

function plain(schema: TSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema)) as JsonSchema;
}

/** Moves schemas with a `$id` into `components.schemas`, and leaves references in their place. */
function hoist(schema: unknown, components: Map<string, JsonSchema>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => hoist(item, components));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $id, ...rest } = schema as JsonSchema;
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, hoist(value, components)]));
  if (typeof $id !== 'string') return inner;
  components.set($id, inner);
  return { $ref: `#/components/schemas/${$id}` };
}

function parameters(schema: TSchema | undefined, place: 'path' | 'query', components: Map<string, JsonSchema>): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = plain(schema) as { properties?: Record<string, JsonSchema>; required?: string[] };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    // a parameter with a default need not be sent
    required: place === 'path' || (required.includes(name) && !('default' in value)),
    schema: hoist(value, components),
  }));
}

function codesByStatus(route: Route): Map<ErrorStatus, ErrorCode[]> {
  const codes = new Map<ErrorStatus, ErrorCode[]>();
  for (const { status, code } of routeErrors(route)) codes.set(status, [...(codes.get(status) ?? []), code]);
  return codes;
}

function responses(route: Route, components: Map<string, JsonSchema>): object {
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  const out: Record<string, object> = {};
  for (const [status, codes] of codesByStatus(route)) {
    out[status] = { description: `${inEnglish(titleOf(status))}: ${codes.map((code) => `\`${code}\``).join(', ')}.`, content };
  }
  for (const [status, body] of Object.entries(route.responses)) {
    if (body === null) out[status] = { description: 'Done.' };
    else if ('contentType' in body && typeof body.contentType === 'string') {
      out[status] = { description: 'Content.', content: { [body.contentType]: {} } };
    } else out[status] = { description: 'OK', content: { 'application/json': { schema: hoist(plain(body), components) } } };
  }
  return out;
}

function rawRequestBody(types: readonly string[]): object {
  const content = types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }] as const);
  return { required: true, content: Object.fromEntries(content) };
}

function whoMay({ access }: Route): string {
  if (access.rule === 'public') return 'Anybody.';
  if (access.rule === 'admin') return 'Admins.';
  if (access.permission) return `Users with the permission ${access.permission}, and admins.`;
  if (access.owns) return `The owner of the ${access.owns.resource}${access.owns.ownerOnly ? '' : ', and admins'}.`;
  return 'Anybody signed in.';
}

function accessText(route: Route): string {
  const tokens = route.scopes === 'none' ? 'API tokens may not call it.' : `API tokens need the scope ${scopeNames(route).join(' or ')}.`;
  return `**Access:** ${whoMay(route)}${route.access.rule === 'public' ? '' : ` ${tokens}`}`;
}

function queryText({ ignoresUnknownQuery }: Route): string | undefined {
  return ignoresUnknownQuery && 'Parameters that are not named here are ignored.';
}

function confirmationText({ confirmation }: Route): string | undefined {
  if (!confirmation) return undefined;
  const when = confirmation === 'always' ? '' : ` when ${confirmation.when}; API tokens may not do that`;
  return `**Confirmation:** It needs a session that was signed in or confirmed in the last ${CONFIRMED_MINUTES} minutes${when}. Others get 403 \`confirmation_required\`: see \`POST /api/auth/confirm\`.`;
}

function scopeNames({ scopes }: Route): string[] {
  return scopes === 'none' ? [] : scopes.map((scope) => `\`${scope}\``);
}

function limitText({ rateLimit, callerRateLimit }: Route): string | undefined {
  const sentence = (bucket: RateBucket, of: string) => {
    const { points, seconds } = RATE_LIMITS[bucket];
    return `${points} calls in ${seconds / 60} min ${of}`;
  };
  const parts = [
    ...(rateLimit ? [sentence(rateLimit, 'from an address')] : []),
    ...(typeof callerRateLimit === 'string'
      ? [sentence(callerRateLimit, limitsAdmins(callerRateLimit) ? 'of a user' : 'of a user who is not an admin')]
      : []),
    ...(typeof callerRateLimit === 'object' ? [`${sentence(callerRateLimit.bucket, 'of a user')} when ${callerRateLimit.when}`] : []),
  ];
  return parts.length === 0 ? undefined : `**Limit:** ${parts.join(', ')}. See the headers \`RateLimit-*\`.`;
}

/** Any one of these is enough. API tokens are listed only where they are accepted, once for each sufficient scope. */
function security({ access, scopes }: Route): Record<string, readonly string[]>[] {
  if (access.rule === 'public') return [];
  const tokens = scopes === 'none' ? [] : scopes.map((scope) => ({ apiToken: [scope] }));
  return [{ session: [] }, { bearer: [] }, ...tokens];
}

const ABOUT =
  'Request audiobooks and ebooks.\n\nParameters of a query that a call does not name are refused with 400 `invalid_request`, as unknown members of a body are; calls that other programs make as well say that they ignore them.\n\nSentences for people are in the language that `Accept-Language` names, in English without it; `Content-Language` says which it is.';

/** The OpenAPI 3.1 document of the routes. */
export function openApiDocument(routes: readonly Route[], version: string, basePath = ''): object {
  const components = new Map<string, JsonSchema>([
    [
      'ErrorCode',
      { type: 'string', enum: Object.keys(ERROR_CODES), description: 'A stable code for programs. New versions may add codes.' },
    ],
    [
      'Problem',
      {
        type: 'object',
        required: ['type', 'title', 'status', 'code'],
        properties: {
          type: { type: 'string' },
          title: { type: 'string' },
          status: { type: 'integer' },
          code: { $ref: '#/components/schemas/ErrorCode' },
          detail: { type: 'string', description: 'A sentence for people, in the language of `Accept-Language`.' },
          requestId: { type: 'string' },
          moreErrors: { type: 'integer', description: 'How many more errors there are.' },
          errors: {
            type: 'array',
            items: { type: 'object', required: ['path', 'message'], properties: { path: { type: 'string' }, message: { type: 'string' } } },
          },
        },
      },
    ],
  ]);
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = {
      summary: route.summary,
      description: [route.description, queryText(route), accessText(route), confirmationText(route), limitText(route)]
        .filter(Boolean)
        .join('\n\n'),
      tags: [route.tag],
      operationId: `${route.method.toLowerCase()}_${route.path.replace(/[^a-zA-Z0-9]+/g, '_').replace(/^_|_$/g, '')}`,
      security: security(route),
      'x-scopes': route.scopes,
      parameters: [...parameters(route.params, 'path', components), ...parameters(route.query, 'query', components)],
      ...(route.body
        ? { requestBody: { required: true, content: { 'application/json': { schema: hoist(plain(route.body), components) } } } }
        : {}),
      ...(route.rawBody ? { requestBody: rawRequestBody(route.rawBody) } : {}),
      responses: responses(route, components),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Lectern', version, description: ABOUT },
    ...(basePath === '' ? {} : { servers: [{ url: basePath }] }),
    paths,
    components: {
      schemas: Object.fromEntries(components),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'lectern_access', description: 'The session of a browser that is signed in.' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token of a session, for apps.' },
        apiToken: { type: 'http', scheme: 'bearer', bearerFormat: 'lect_…', description: TOKEN_HELP },
      },
    },
  };
}
