import { createHash, randomUUID } from 'node:crypto';
import { startSimulator, type Simulator, type SimulatorRequest, type SimulatorResponse } from '../simulator.js';
import { createSigningKey, signToken, type OidcAlgorithm, type SigningKey } from './signing-keys.js';

type Claims = Record<string, unknown>;

/** Options of a simulated provider. */
export interface OidcSimulatorOptions {
  /** Default `lectern`. */
  readonly clientId?: string;
  /** Default: a public client. */
  readonly clientSecret?: string;
  /** Path of the issuer, such as `/realms/home/`. Default: none. */
  readonly path?: string;
  /** Default ES256. */
  readonly alg?: OidcAlgorithm;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly port?: number;
}

/** A simulated OpenID provider, whose every answer can be changed. */
export interface OidcSimulator extends Simulator {
  readonly issuer: string;
  /** The person who signs in: claims of the ID token. */
  idToken: Claims;
  /** Claims of the user information endpoint, besides `sub`; `null`: it has none. */
  userinfo: Claims | null;
  /** Members of the discovery document to add or, by `undefined`, to leave out. */
  metadata: Claims;
  /** Changes tokens before they are signed. */
  tamper: (claims: Claims) => Claims;
  /** The algorithm that signs tokens, whatever is announced. */
  signsWith: OidcAlgorithm;
  /** The way in which clients have to present their secret. */
  clientAuth: 'client_secret_basic' | 'client_secret_post';
  /** The published keys, where they are not those it signs with. */
  jwks: (() => object) | undefined;
  /** Sends the token request there instead of answering it. */
  redirectTokenTo: string | undefined;
  /** Makes a new key; the old one is published no more. */
  rotateKey(): void;
  /** Plays the person who signs in at an authorization address. @returns the query with which the browser goes back */
  confirm(url: string): Record<string, string>;
}

interface Grant {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly nonce: string | null;
  /** Whether it was asked how long ago the person signed in. */
  readonly tellsWhen: boolean;
  isUsed: boolean;
}

function refuse(error: string, status = 400): SimulatorResponse {
  return { status, headers: status === 401 ? { 'www-authenticate': 'Basic' } : {}, body: { error, error_description: 'simulated' } };
}

/** Id and secret, as RFC 6749 §2.3.1 has them: form-encoded before they are put together. */
function basicCredentials(header: string | undefined): { id: string; secret: string } | undefined {
  const text = Buffer.from(/^Basic (.+)$/.exec(header ?? '')?.[1] ?? '', 'base64').toString();
  const [id = '', secret = ''] = text.split(':').map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
  return text === '' ? undefined : { id, secret };
}

/** The credentials that a client has to present. */
interface ExpectedClient {
  readonly id: string;
  /** Absent: a public client. */
  readonly secret: string | undefined;
  readonly shownBy: OidcSimulator['clientAuth'];
}

function credentialProblem(
  { headers }: SimulatorRequest,
  form: URLSearchParams,
  { id, secret, shownBy }: ExpectedClient,
): SimulatorResponse | undefined {
  const basic = basicCredentials(headers.authorization);
  const posted = { id: form.get('client_id') ?? '', secret: form.get('client_secret') ?? '' };
  if (secret === undefined) return posted.id === id && posted.secret === '' ? undefined : refuse('invalid_client', 401);
  const shown = shownBy === 'client_secret_basic' ? basic : basic === undefined ? posted : undefined;
  return shown?.id === id && shown.secret === secret ? undefined : refuse('invalid_client', 401);
}

/** Starts it on loopback. It demands PKCE with S256, exact redirect addresses, and codes that are used once. */
export async function startOidcSimulator(options: OidcSimulatorOptions = {}): Promise<OidcSimulator> {
  const { clientId = 'lectern', clientSecret, path = '', alg = 'ES256', now = Date.now } = options;
  const grants = new Map<string, Grant>();
  let serial = 1;
  let key: SigningKey = createSigningKey(alg, 'key-1');

  function discovery(): SimulatorResponse {
    const at = (name: string): string => `${simulator.url}/op/${name}`;
    const document: Claims = {
      issuer: self.issuer,
      authorization_endpoint: at('authorize'),
      token_endpoint: at('token'),
      jwks_uri: at('jwks'),
      userinfo_endpoint: self.userinfo === null ? undefined : at('userinfo'),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [alg],
      token_endpoint_auth_methods_supported: [self.clientAuth, 'none'],
      authorization_response_iss_parameter_supported: true,
      ...self.metadata,
    };
    return { body: document };
  }

  function token(request: SimulatorRequest): SimulatorResponse {
    const form = new URLSearchParams(request.body.toString());
    const problem = credentialProblem(request, form, { id: clientId, secret: clientSecret, shownBy: self.clientAuth });
    if (problem) return problem;
    const grant = grants.get(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight = form.get('grant_type') === 'authorization_code' && form.get('redirect_uri') === grant?.redirectUri;
    if (!grant || grant.isUsed || !isRight || challenge !== grant.challenge) return refuse('invalid_grant');
    grant.isUsed = true;
    const seconds = Math.floor(now() / 1000);
    const claims = self.tamper({
      iss: self.issuer,
      aud: grant.clientId,
      iat: seconds,
      exp: seconds + 300,
      ...(grant.nonce === null ? {} : { nonce: grant.nonce }),
      ...(grant.tellsWhen ? { auth_time: seconds } : {}),
      ...self.idToken,
    });
    const idToken = signToken(claims, self.signsWith, key, clientSecret ?? '');
    return { body: { access_token: 'planted-access-token', token_type: 'Bearer', expires_in: 300, id_token: idToken } };
  }

  function answer(request: SimulatorRequest): SimulatorResponse | undefined {
    const { method, path: asked, headers } = request;
    if (asked === `${path.replace(/\/$/, '')}/.well-known/openid-configuration`) return discovery();
    if (asked === '/op/jwks' && self.jwks) return { body: self.jwks() };
    if (asked === '/op/jwks') return { body: { keys: [{ ...key.jwk, kid: key.kid, alg: key.alg, use: 'sig' }] } };
    if (asked === '/op/token' && self.redirectTokenTo !== undefined) return { status: 307, headers: { location: self.redirectTokenTo } };
    if (asked === '/op/token' && method === 'POST') return token(request);
    if (asked === '/op/userinfo' && self.userinfo !== null) {
      if (headers.authorization !== 'Bearer planted-access-token') return { status: 401 };
      return { body: { sub: self.idToken['sub'], ...self.userinfo } };
    }
    return undefined;
  }

  const simulator = await startSimulator((request) => answer(request), { ...(options.port === undefined ? {} : { port: options.port }) });
  const self: OidcSimulator = Object.assign(simulator, {
    issuer: `${simulator.url}${path}`,
    idToken: { sub: '7f3a0c9e', preferred_username: 'Jane.Reader', name: 'Jane Reader' },
    userinfo: {},
    metadata: {},
    tamper: (claims: Claims) => claims,
    signsWith: alg,
    jwks: undefined,
    redirectTokenTo: undefined,
    clientAuth: 'client_secret_basic' as const,
    rotateKey() {
      serial += 1;
      key = createSigningKey(alg, `key-${serial}`);
    },
    confirm(url: string) {
      const asked = new URL(url).searchParams;
      const wanted = { response_type: 'code', client_id: clientId, code_challenge_method: 'S256' };
      for (const [name, value] of Object.entries(wanted)) {
        if (asked.get(name) !== value) throw new Error(`the authorization address has ${name}=${String(asked.get(name))}`);
      }
      const code = randomUUID();
      const redirectUri = asked.get('redirect_uri') ?? '';
      const challenge = asked.get('code_challenge') ?? '';
      grants.set(code, { clientId, redirectUri, challenge, nonce: asked.get('nonce'), tellsWhen: asked.has('max_age'), isUsed: false });
      return { code, state: asked.get('state') ?? '', iss: self.issuer };
    },
  });
  return self;
}
