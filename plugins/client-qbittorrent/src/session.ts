import { IntegrationError } from '@lectern/plugin-api';
import type { HttpResponse, PluginHttp } from '@lectern/plugin-api';
import type { QbittorrentSettings } from './settings.js';

/** Our session with qBittorrent. */
export interface Session {
  /** Headers to send with every call. */
  headers(): Record<string, string>;
  /** Whether calls carry credentials. */
  isSignedIn(): boolean;
  /** Counts the logins, so that facts learned in an older session can be forgotten. */
  generation(): number;
  /**
   * Called after a 403: signs in, once for all concurrent calls. Throws if that cannot help.
   * @param refused the answer with status 403
   * @param sent the headers that were refused
   */
  renew(refused: HttpResponse, sent: Record<string, string>): Promise<void>;
}

const HOST_CHECK =
  'or it refuses the address Lectern uses: the port in the address must be the one the web interface listens on (map the same port inside and outside a container), ' +
  'and a reverse proxy must pass the Host header on';

function unauthorized(message: string, field: string): IntegrationError {
  return new IntegrationError('INTEGRATION_UNAUTHORIZED', message, { field });
}

/** The error for a 401, which qBittorrent up to 5.1 sends only if it rejects the Host header. */
export function hostRefused(): IntegrationError {
  return unauthorized(`qBittorrent answered "Unauthorized": it refuses the username or password, ${HOST_CHECK}.`, 'password');
}

function banned(answer: HttpResponse): IntegrationError | undefined {
  if (!/\bbanned\b/i.test(answer.text())) return undefined;
  return new IntegrationError(
    'INTEGRATION_FORBIDDEN',
    "qBittorrent has banned Lectern's network address after too many failed logins. The ban ends by itself (after an hour unless changed), or when qBittorrent is restarted. Correct the password first.",
    { field: 'password' },
  );
}

/** `name=value` of every cookie as received: the name contains a port that cannot be derived from the address. */
function cookieHeader(answer: HttpResponse): string {
  return answer.cookies.map((cookie) => cookie.split(';')[0] ?? '').join('; ');
}

function createKeySession(apiKey: string): Session {
  return {
    headers: () => ({ authorization: `Bearer ${apiKey}` }),
    isSignedIn: () => true,
    generation: () => 0,
    async renew(refused) {
      throw banned(refused) ?? unauthorized('qBittorrent refuses the API key. Keys are known to version 5.2 and later only.', 'apiKey');
    },
  };
}

interface SessionOptions {
  readonly http: PluginHttp;
  readonly settings: QbittorrentSettings;
  /** Address of `auth/login`. */
  readonly loginUrl: string;
  /** Fires when the integration stops. */
  readonly signal: AbortSignal;
}

/**
 * Signs in by cookie, or with the API key if there is one. Refused credentials are never sent again, because five
 * failures ban the address.
 */
export function createSession({ http, settings, loginUrl, signal }: SessionOptions): Session {
  if (settings.apiKey) return createKeySession(settings.apiKey);
  let cookie = '';
  let logins = 0;
  let refusal: IntegrationError | undefined;
  let running: Promise<void> | undefined;

  function refuse(error: IntegrationError): never {
    refusal = error;
    throw error;
  }

  async function login(): Promise<void> {
    // Sends no cookie: with a valid one qBittorrent would not check the password.
    const answer = await http.request({
      method: 'POST',
      url: loginUrl,
      form: { username: settings.username ?? '', password: settings.password ?? '' },
      acceptStatus: [200, 204, 401, 403],
      redirect: 'manual',
      retry: false,
      signal,
    });
    if (answer.status === 403)
      throw banned(answer) ?? new IntegrationError('INTEGRATION_FORBIDDEN', 'qBittorrent forbids Lectern to sign in.');
    if (answer.status === 401) refuse(hostRefused());
    if (answer.text().trim() === 'Fails.') {
      refuse(
        unauthorized(
          'qBittorrent refuses the username or the password. Lectern does not try them again until the settings are saved anew, lest its address be banned.',
          'password',
        ),
      );
    }
    cookie = cookieHeader(answer);
    logins += 1;
  }

  return {
    headers: (): Record<string, string> => (cookie ? { cookie } : {}),
    isSignedIn: () => cookie !== '',
    generation: () => logins,
    async renew(refused, sent) {
      const ban = banned(refused);
      if (ban) throw ban;
      // Another call has signed in since that one was sent.
      if (cookie !== '' && sent.cookie !== cookie) return;
      if (refusal) throw refusal;
      if (!settings.username) throw unauthorized('qBittorrent asks for a username and a password.', 'username');
      running ??= login().finally(() => {
        running = undefined;
      });
      await running;
    },
  };
}
