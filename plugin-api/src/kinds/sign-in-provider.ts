import type { Call } from '../call.js';

/** A person vouched for by a service. @since 1.0.0 */
export interface ExternalAccount {
  /** Stable id at the service, up to 300 characters; the key of the identity. Never a name or an address. */
  readonly subject: string;
  /** The display name here; it need not be unique and is never used as a key. */
  readonly username: string;
  readonly email?: string;
  /**
   * Whether the service has verified that the address is theirs. Only then may an admin allow an account to be found by it.
   *
   * @since 1.1.0
   */
  readonly emailVerified?: boolean;
  /** Whether they administer the service; gives no rights here. */
  readonly isAdmin: boolean;
  /**
   * Their role here, if the admin has left that to the service. It takes effect at each sign-in, for accounts without a
   * password on this server. Absent: the service has no say, and nothing changes.
   *
   * @since 1.1.0
   */
  readonly role?: 'admin' | 'user';
}

/** @since 1.0.0 */
export interface PasswordSignIn {
  readonly kind: 'password';
  /** Throws `UNAUTHORIZED` for wrong credentials. `clientAddress` is the browser's, for the service's own rate limit. */
  signIn(
    credentials: { readonly username: string; readonly password: string; readonly clientAddress: string },
    call: Call,
  ): Promise<ExternalAccount>;
}

/** @since 1.0.0 */
export interface RedirectSignIn {
  readonly kind: 'redirect';
  /**
   * Called when somebody presses the button. Returns the address to send the browser to, and the data that `finish`
   * needs: `state` is kept sealed in a cookie of that browser, up to 2,000 characters, and nobody else sees it. The
   * browser must come back to `returnUrl`, which is the same for every sign-in and has no query.
   *
   * With `anew` (since 1.2.0) somebody who is signed in here confirms their identity: make the service ask them to sign
   * in again although it knows them, and refuse in `finish` an account that did not. Ignore it if the service cannot do
   * that.
   */
  begin(
    request: { readonly returnUrl: string; readonly anew?: boolean },
    call: Call,
  ): Promise<{ readonly url: string; readonly state: string }>;
  /**
   * Called when the browser comes back, and again while it waits. `query` is what the browser brought; anybody may have
   * made it up. `undefined`: not finished yet, call again. Throws `UNAUTHORIZED` for a state that is unknown or used,
   * `NOT_FOUND` for one that is too old, and `FORBIDDEN` for an account that may not use the server; the person sees
   * the message of the latter.
   */
  finish(
    request: { readonly state: string; readonly query: Readonly<Record<string, string>> },
    call: Call,
  ): Promise<ExternalAccount | undefined>;
}

/**
 * Lets people sign in with accounts of another service.
 *
 * @since 1.1.0
 */
export interface SignInProvider {
  /** By username and password, or by sending the browser to the service and back. Read whenever the sign-in page is shown. */
  readonly signIn: PasswordSignIn | RedirectSignIn;
  /** Text of the button, up to 100 characters. Default: it names the integration. */
  readonly buttonText?: string;
}
