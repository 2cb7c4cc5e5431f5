import type { PasswordSignIn, RedirectSignIn } from '@lectern/plugin-api';
import { ok, strictEqual } from 'node:assert';
import { NOT_THERE, type FaultTarget } from './fault.js';
import { assertNoSecret, outcomeOf, type Outcome } from './outcome.js';
import { CALL, type ContractWorld, type Suite } from './row.js';

export const WRONG_PASSWORD = 'planted-wrong-password';
const WHERE = { clientAddress: '192.0.2.7' };
const RETURN = { returnUrl: 'http://lectern.example/return' };
const HOUR_MS = 60 * 60_000;
/** The service refuses this server, not the person. */
const REFUSALS = {
  '401': ['INTEGRATION_UNAUTHORIZED', 'INTEGRATION_MISCONFIGURED'],
  '403': ['INTEGRATION_FORBIDDEN', 'INTEGRATION_MISCONFIGURED'],
  ...NOT_THERE,
} as const;

/** The query with which the browser comes back. */
type Query = Readonly<Record<string, string>>;

export interface SignInRows<W> {
  /** The prefix of the rows' names. */
  readonly prefix: string;
  readonly signInOf: (world: W) => PasswordSignIn | RedirectSignIn | undefined;
  /** Somebody who may sign in with a password. */
  readonly account?: { readonly username: string; readonly password: string } | undefined;
  /** Never to be seen in errors or logs. */
  readonly passwords: readonly string[];
  /** Plays somebody who signs in at the address of `begin`; answers the query with which the browser comes back. */
  readonly confirm?: (world: W, url: string) => Promise<Query> | Query;
  readonly target: (world: W) => FaultTarget;
}

function theOne<T>(value: T | undefined, what: string): T {
  ok(value !== undefined, what);
  return value;
}

function answerOf(outcome: Outcome): unknown {
  return outcome.error === undefined ? outcome.value : undefined;
}

/** Adds the rows that apply to every way to sign in, whichever provider offers it. */
export function addSignInRows<W extends ContractWorld<unknown>>(suite: Suite<W>, rows: SignInRows<W>): void {
  addPasswordRows(suite, rows);
  addRedirectRows(suite, rows);
  addFaultRows(suite, rows);
}

function passwordSignIn<W>(rows: SignInRows<W>, world: W): PasswordSignIn | undefined {
  const signIn = rows.signInOf(world);
  return signIn?.kind === 'password' ? signIn : undefined;
}

function redirectSignIn<W>(rows: SignInRows<W>, world: W): RedirectSignIn | undefined {
  const signIn = rows.signInOf(world);
  return signIn?.kind === 'redirect' ? signIn : undefined;
}

async function isRefused(what: string, work: Promise<unknown>, codes: readonly string[]): Promise<void> {
  const { error } = await outcomeOf(work, 10_000);
  ok(error !== undefined, `${what} is answered`);
  ok(codes.includes(error.code), `${what} throws ${codes.join(' or ')}, not ${error.code}`);
}

function addPasswordRows<W extends ContractWorld<unknown>>(suite: Suite<W>, rows: SignInRows<W>): void {
  const { account, passwords } = rows;

  suite.row('an account signs in with its password, and no other', async (world) => {
    const signIn = passwordSignIn(rows, world);
    if (!signIn || !account) return;
    suite.look('account', await signIn.signIn({ ...account, ...WHERE }, CALL));
    const { error } = await outcomeOf(signIn.signIn({ username: account.username, password: WRONG_PASSWORD, ...WHERE }, CALL), 10_000);

    strictEqual(error?.code, 'INTEGRATION_UNAUTHORIZED', 'wrong credentials throw UNAUTHORIZED');
    assertNoSecret(passwords, 'the error', error);
    assertNoSecret(passwords, 'the logs', world.logs ?? []);
  });
}

function addRedirectRows<W extends ContractWorld<unknown>>(suite: Suite<W>, rows: SignInRows<W>): void {
  const { confirm } = rows;

  suite.row('a sign-in elsewhere begins with an address and is not finished by itself', async (world) => {
    const signIn = redirectSignIn(rows, world);
    if (!signIn) return;
    const { state } = suite.look('redirect', await signIn.begin(RETURN, CALL));
    const outcome = await outcomeOf(signIn.finish({ state, query: {} }, CALL), 10_000);
    const { error } = outcome;

    strictEqual(answerOf(outcome), undefined, 'nobody has confirmed it');
    ok(
      error === undefined || error.code === 'INTEGRATION_UNAUTHORIZED',
      `not finished is undefined or UNAUTHORIZED, not ${error?.code ?? ''}`,
    );
  });

  suite.row('states that were not given out are refused', async (world) => {
    const signIn = redirectSignIn(rows, world);
    if (!signIn) return;
    const { state, url } = await signIn.begin(RETURN, CALL);
    const query = (await confirm?.(world, url)) ?? {};
    const changed = `${state.slice(0, -6)}${state.endsWith('AAAAAA') ? 'BBBBBB' : 'AAAAAA'}`;

    for (const made of ['', 'x', '{}', changed]) {
      await isRefused(`the state "${made}"`, signIn.finish({ state: made, query }, CALL), ['INTEGRATION_UNAUTHORIZED']);
    }
  });

  suite.row('who confirms is signed in, once', async (world) => {
    const signIn = redirectSignIn(rows, world);
    if (!signIn || !confirm) return;
    const { state, url } = await signIn.begin(RETURN, CALL);
    const query = await confirm(world, url);
    suite.look('account', theOne(await signIn.finish({ state, query }, CALL), 'an account'));

    const gone = ['INTEGRATION_UNAUTHORIZED', 'INTEGRATION_NOT_FOUND'];
    await isRefused('a state that was used', signIn.finish({ state, query }, CALL), gone);
  });

  suite.row('what comes back belongs to the sign-in that was begun', async (world) => {
    const signIn = redirectSignIn(rows, world);
    if (!signIn || !confirm) return;
    const [one, two] = [await signIn.begin(RETURN, CALL), await signIn.begin(RETURN, CALL)];
    const query = await confirm(world, one.url);
    const outcome = await outcomeOf(signIn.finish({ state: two.state, query }, CALL), 10_000);

    strictEqual(answerOf(outcome), undefined, 'the answer to one sign-in does not finish another');
  });

  suite.row('a sign-in is over after a while', async (world) => {
    const signIn = redirectSignIn(rows, world);
    if (!signIn || !confirm || !world.advance) return;
    const { state, url } = await signIn.begin(RETURN, CALL);
    const query = await confirm(world, url);
    world.advance(HOUR_MS);

    await isRefused('a state of an hour ago', signIn.finish({ state, query }, CALL), ['INTEGRATION_NOT_FOUND']);
  });
}

function addFaultRows<W extends ContractWorld<unknown>>(suite: Suite<W>, rows: SignInRows<W>): void {
  const { prefix, account, confirm } = rows;

  suite.faults({
    name: `${prefix}.signIn`,
    isThere: (world) => passwordSignIn(rows, world) !== undefined,
    target: rows.target,
    prepare(world) {
      const credentials = theOne(account, 'people sign in with a password: the fixtures need an account');
      return async (signal) => passwordSignIn(rows, world)?.signIn({ ...credentials, ...WHERE }, { signal });
    },
    except: NOT_THERE,
  });
  suite.faults({
    name: `${prefix}.begin`,
    isThere: (world) => redirectSignIn(rows, world) !== undefined,
    target: rows.target,
    prepare: (world) => async (signal) => redirectSignIn(rows, world)?.begin(RETURN, { signal }),
    except: REFUSALS,
  });
  suite.faults({
    // "not finished yet" would let the browser ask on for ever
    name: `${prefix}.finish`,
    isThere: (world) => redirectSignIn(rows, world) !== undefined,
    target: rows.target,
    async prepare(world) {
      const signIn = theOne(redirectSignIn(rows, world), 'the sign-in is there');
      const { state, url } = await signIn.begin(RETURN, CALL);
      const query = (await confirm?.(world, url)) ?? {};
      return (signal) => signIn.finish({ state, query }, { signal });
    },
    except: REFUSALS,
  });
}
