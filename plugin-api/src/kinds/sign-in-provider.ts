import type { Call } from '../call.js';

/** Somebody a service vouches for. @since 1.0.0 */
export interface ExternalAccount {
  /** Stable id at the service, up to 300 characters; the key of the identity. Never a name or an address. */
  readonly subject: string;
  /** The name they get here; it need not be unique and is never used as a key. */
  readonly username: string;
  readonly email?: string;
  /**
   * Whether the service has made sure that the address is theirs. Only then may an admin allow an account to be found by it.
   *
   * @since 1.1.0
   */
  readonly emailVerified?: boolean;
  /** Whether they administrate the service; gives no rights here. */
  readonly isAdmin: boolean;
  /**
   * Their role here, where the admin has left that to the service. It takes effect at each sign-in, on accounts
   * without a password of this server. Absent: the service has no say, and nothing changes.
   *
   * @since 1.1.0
   */
  readonly role?: 'admin' | 'user';
}

/** @since 1.0.0 */
export interface PasswordSignIn {
  readonly kind: 'password';
  /** Wrong credentials throw `UNAUTHORIZED`. `clientAddress` is the browser's, for the service's own rate limit. */
  signIn(
    credentials: { readonly username: string; readonly password: string; readonly clientAddress: string },
    call: Call,
  ): Promise<ExternalAccount>;
}

/** @since 1.0.0 */
export interface RedirectSignIn {
  readonly kind: 'redirect';
  /**
   * Called when somebody presses the button. Answers where to send the browser, and what `finish` needs to know again:
   * `state` is kept sealed in a cookie of that browser, up to 2,000 characters, and nobody else gets to see it. The
   * browser is to come back to `returnUrl`, which is the same for every sign-in and has no query.
   *
   * With `anew` (since 1.2.0) somebody who is signed in here confirms that it is them: ask the service to have them sign
   * in again although it knows them, and refuse an account in `finish` that did not. Ignore it where the service cannot.
   */
  begin(
    request: { readonly returnUrl: string; readonly anew?: boolean },
    call: Call,
  ): Promise<{ readonly url: string; readonly state: string }>;
  /**
   * Called when the browser comes back, and again while it waits. `query` is what the browser brought, which anybody may
   * have made up. `undefined`: not finished yet, ask again. Throws `UNAUTHORIZED` for a state that it did not give out or
   * that was used, `NOT_FOUND` for one that is too old, and `FORBIDDEN` for an account that may not use the server; the
   * message of the latter is shown to the person.
   */
  finish(
    request: { readonly state: string; readonly query: Readonly<Record<string, string>> },
    call: Call,
  ): Promise<ExternalAccount | undefined>;
}

/**
 * Lets people in with their accounts elsewhere.
 *
 * @since 1.1.0
 */
export interface SignInProvider {
  /** How: by name and password, or by sending the browser there and back. Read whenever the sign-in page is shown. */
  readonly signIn: PasswordSignIn | RedirectSignIn;
  /** Words of the button, up to 100 characters. Absent: they name the integration. */
  readonly buttonText?: string;
}
