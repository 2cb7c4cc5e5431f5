import type { HttpResponse, IntegrationError, PluginHttp } from '@lectern/plugin-api';
import { fault } from './fault.js';
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

function unauthorized(key: 'host_or_login_refused' | 'key_refused' | 'login_refused' | 'login_missing', field: string): IntegrationError {
  return fault('INTEGRATION_UNAUTHORIZED', key, { field });
}

/** The error for a 401, which qBittorrent up to 5.1 sends only if it rejects the Host header. */
export function hostRefused(): IntegrationError {
  return unauthorized('host_or_login_refused', 'password');
}

function banned(answer: HttpResponse): IntegrationError | undefined {
  if (!/\bbanned\b/i.test(answer.text())) return undefined;
  return fault('INTEGRATION_FORBIDDEN', 'banned', { field: 'password' });
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
      throw banned(refused) ?? unauthorized('key_refused', 'apiKey');
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
    if (answer.status === 403) throw banned(answer) ?? fault('INTEGRATION_FORBIDDEN', 'sign_in_forbidden');
    if (answer.status === 401) refuse(hostRefused());
    if (answer.text().trim() === 'Fails.') {
      refuse(unauthorized('login_refused', 'password'));
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
      if (!settings.username) throw unauthorized('login_missing', 'username');
      running ??= login().finally(() => {
        running = undefined;
      });
      await running;
    },
  };
}
