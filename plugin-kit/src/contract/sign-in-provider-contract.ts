import type { SignInProvider } from '@lectern/plugin-api';
import { ok } from 'node:assert';
import type { FaultTarget } from './fault.js';
import { Suite, type ContractOptions, type ContractWorld, type MakeWorld } from './row.js';
import { addSignInRows, WRONG_PASSWORD } from './sign-in-rows.js';

export interface SignInProviderFixtures<W extends ContractWorld<SignInProvider> = ContractWorld<SignInProvider>> extends ContractOptions {
  /** Somebody who may sign in, for a provider that asks for a password. */
  readonly account?: { readonly username: string; readonly password: string };
  /** Plays somebody who signs in at that address, for a provider that redirects; returns the query of the way back. */
  confirm?(world: W, url: string): Promise<Readonly<Record<string, string>>> | Readonly<Record<string, string>>;
  /** The target that fails when people sign in, if that is another service than the world's. */
  signInTarget?(world: W): FaultTarget;
}

const LONGEST_BUTTON = 100;

/** The suite as rows, for whoever wants to run it without mocha. */
export function signInProviderRows<W extends ContractWorld<SignInProvider>>(
  make: MakeWorld<W>,
  fixtures: SignInProviderFixtures<W>,
): Suite<W> {
  const { account } = fixtures;
  const passwords = [WRONG_PASSWORD, ...(account ? [account.password] : [])];
  const suite = new Suite(make, { ...fixtures, secrets: [...fixtures.secrets, ...passwords] });

  suite.common();

  suite.row('the way to sign in is known without asking anybody', async ({ provider, requests }) => {
    const { signIn, buttonText } = provider;

    await Promise.resolve();
    ok(signIn.kind === 'password' || signIn.kind === 'redirect', `signIn.kind is ${String(signIn.kind)}`);
    ok(signIn.kind === 'redirect' ? fixtures.confirm !== undefined : account, 'the fixtures need an account, or confirm for a redirect');
    ok(buttonText === undefined || (buttonText.trim() !== '' && buttonText.length <= LONGEST_BUTTON), 'buttonText has 1 to 100 characters');
    ok((requests ?? []).length === 0, 'showing the sign-in page asks nobody');
  });

  addSignInRows(suite, {
    prefix: 'signIn',
    signInOf: ({ provider }) => provider.signIn,
    account,
    passwords,
    ...(fixtures.confirm ? { confirm: (world: W, url: string) => fixtures.confirm?.(world, url) ?? {} } : {}),
    target: (world) => fixtures.signInTarget?.(world) ?? world.target,
  });
  return suite;
}

/** The mocha suite every sign-in provider passes. */
export function signInProviderContract<W extends ContractWorld<SignInProvider>>(
  make: MakeWorld<W>,
  fixtures: SignInProviderFixtures<W>,
): void {
  signInProviderRows(make, fixtures).register('contract of a sign-in provider');
}
