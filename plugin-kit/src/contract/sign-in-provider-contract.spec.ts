import { IntegrationError, type ExternalAccount, type PluginContext, type RedirectSignIn, type SignInProvider } from '@lectern/plugin-api';
import { createHash } from 'node:crypto';
import type { ContractWorld } from './row.js';
import { signInProviderRows } from './sign-in-provider-contract.js';
import { ask, BASE, provesSuite, SECRET, type Reference } from './wrong-implementations.spec.support.js';

const PASSWORD = 'planted-password-12';
const MINUTES = 60_000;

interface Service {
  /** Codes handed out, by the ticket they belong to. */
  readonly codes: Map<string, string>;
}

interface Ticket {
  readonly id: string;
  readonly until: number;
}

/** Seals the contents of a ticket with a key that only this provider knows. */
function sealOf(context: PluginContext<{ readonly apiKey: string }>, text: string): string {
  return createHash('sha256').update(`${context.settings.apiKey}${text}`).digest('hex');
}

type Context = Parameters<Reference<SignInProvider, Service>['create']>[0];

function createRedirect(context: Context): RedirectSignIn {
  const used = new Set<string>();
  return {
    kind: 'redirect',
    async begin({ returnUrl }, { signal }) {
      const { id } = await ask<{ id: string }>(context, '/tickets', signal, { method: 'POST', json: { returnUrl } });
      const text = JSON.stringify({ id, until: context.now() + 10 * MINUTES } satisfies Ticket);
      return { url: `${BASE}/enter?ticket=${id}`, state: `${Buffer.from(text).toString('base64url')}.${sealOf(context, text)}` };
    },
    async finish({ state, query }, { signal }) {
      const [body = '', seal] = state.split('.');
      const text = Buffer.from(body, 'base64url').toString();
      if (sealOf(context, text) !== seal) throw new IntegrationError('INTEGRATION_UNAUTHORIZED', 'not ours');
      const { id, until } = JSON.parse(text) as Ticket;
      if (until < context.now()) throw new IntegrationError('INTEGRATION_NOT_FOUND', 'too old');
      if (query['ticket'] !== id || used.has(id)) throw new IntegrationError('INTEGRATION_UNAUTHORIZED', 'another one, or used');
      used.add(id);
      return ask<ExternalAccount>(context, '/redeem', signal, { method: 'POST', json: { code: query['code'] } });
    },
  };
}

const ACCOUNT = { subject: 'a1', username: 'Ada', isAdmin: false };

function service(): Service & { readonly handle: (request: { path: string; request: { json?: unknown } }) => object } {
  const codes = new Map<string, string>();
  return {
    codes,
    handle({ path, request }) {
      const json = (request.json ?? {}) as Record<string, string>;
      if (path === '/tickets') return { json: { id: `t${Math.random()}` } };
      if (path === '/redeem') return codes.delete(json['code'] ?? '') ? { json: ACCOUNT } : { status: 401 };
      if (path === '/login') return json['password'] === PASSWORD ? { json: ACCOUNT } : { status: 401 };
      return { json: {} };
    },
  };
}

/** Signs in at the service. */
function confirm(world: ContractWorld<SignInProvider>, url: string): Record<string, string> {
  const { codes } = (world as ContractWorld<SignInProvider> & { readonly service: Service }).service;
  const ticket = new URL(url).searchParams.get('ticket') ?? '';
  const code = `c${Math.random()}`;
  codes.set(code, ticket);
  return { ticket, code };
}

function redirectOf({ signIn }: SignInProvider): RedirectSignIn {
  if (signIn.kind !== 'redirect') throw new Error('no redirect');
  return signIn;
}

function finishes(finish: (right: RedirectSignIn) => RedirectSignIn['finish']) {
  return (right: SignInProvider): Partial<SignInProvider> => {
    const signIn = redirectOf(right);
    return { signIn: { ...signIn, finish: finish(signIn) } };
  };
}

const byRedirect: Reference<SignInProvider, Service> = {
  service,
  create: (context) => ({ signIn: createRedirect(context), buttonText: 'Enter' }),
};

provesSuite(
  'a sign-in provider that sends people away',
  byRedirect,
  (make) =>
    signInProviderRows(
      async (hints) => {
        const world = await make(hints);
        return { ...world, advance: (ms: number) => world.context.advance(ms) };
      },
      { secrets: [SECRET], patienceMs: 800, confirm },
    ).rows,
  [
    {
      what: 'lets in whoever comes back',
      but: finishes(() => async () => ACCOUNT),
      caughtBy: /^a sign-in elsewhere begins.*nobody has confirmed/,
    },
    {
      what: 'takes a state for good that it did not give out',
      but: finishes((right) => async (back, call) => {
        const known = back.query['code'] === undefined ? undefined : ACCOUNT;
        return right.finish(back, call).catch(() => known);
      }),
      caughtBy: /^states that were not given out/,
    },
    {
      what: 'finishes one sign-in twice',
      but(right) {
        let last: ExternalAccount | undefined;
        return finishes((signIn) => async (back, call) => (last ??= await signIn.finish(back, call)))(right);
      },
      caughtBy: /^who confirms is signed in, once/,
    },
    {
      what: 'finishes one sign-in with the answer to another',
      but: (_right, { context }) => {
        const signIn = createRedirect(context);
        return {
          signIn: {
            ...signIn,
            async finish({ state, query }, call) {
              const text = Buffer.from(state.split('.')[0] ?? '', 'base64url').toString();
              const { id } = (text.startsWith('{') ? JSON.parse(text) : {}) as Partial<Ticket>;
              return signIn.finish({ state, query: { ...query, ...(id === undefined ? {} : { ticket: id }) } }, call);
            },
          },
        };
      },
      caughtBy: /^what comes back belongs/,
    },
    {
      what: 'waits for ever',
      but: (_right, { context }) => ({ signIn: createRedirect(Object.assign(Object.create(context) as Context, { now: () => 0 })) }),
      caughtBy: /^a sign-in is over after a while/,
    },
    {
      what: 'takes a service that fails for one where nobody has finished',
      but: finishes((right) => (back, call) => right.finish(back, call).catch(() => undefined)),
      caughtBy: /^signIn\.finish ← 500.*got answer/,
    },
    {
      what: 'has an account without a lasting id',
      but: finishes((right) => async (back, call) => {
        const account = await right.finish(back, call);
        return account && { ...account, subject: '' };
      }),
      caughtBy: /^who confirms.*subject/,
    },
    {
      what: 'asks the service before anybody has pressed the button',
      but: (right, { context }) => ({
        get signIn() {
          void context.http.request({ url: `${BASE}/check` });
          return right.signIn;
        },
      }),
      caughtBy: /^the way to sign in is known/,
    },
    { what: 'has a button without words', but: () => ({ buttonText: ' ' }), caughtBy: /^the way to sign in is known.*buttonText/ },
    {
      what: 'shows its secret in the address',
      but: (right, { context }) => ({
        signIn: {
          ...redirectOf(right),
          async begin(request, call) {
            const { url, state } = await redirectOf(right).begin(request, call);
            return { url: `${url}&key=${context.settings.apiKey}`, state };
          },
        },
      }),
      caughtBy: /^a sign-in elsewhere begins.*secret is visible/,
    },
  ],
);

const byPassword: Reference<SignInProvider, Service> = {
  service,
  create: (context) => ({
    signIn: {
      kind: 'password',
      signIn: ({ username, password }, { signal }) => ask(context, '/login', signal, { method: 'POST', json: { username, password } }),
    },
  }),
};

provesSuite(
  'a sign-in provider that asks for a password',
  byPassword,
  (make) => signInProviderRows(make, { secrets: [SECRET], patienceMs: 800, account: { username: 'ada', password: PASSWORD } }).rows,
  [
    {
      what: 'lets everybody in',
      but: () => ({ signIn: { kind: 'password' as const, signIn: async () => ACCOUNT } }),
      caughtBy: /^an account signs in/,
    },
    {
      what: 'takes a service that fails for a wrong password',
      but: ({ signIn }) => ({
        signIn: {
          kind: 'password' as const,
          signIn: (credentials, call) =>
            signIn.kind === 'password'
              ? signIn.signIn(credentials, call).catch(() => {
                  throw new IntegrationError('INTEGRATION_UNAUTHORIZED', 'wrong');
                })
              : Promise.reject(new Error('no password')),
        },
      }),
      caughtBy: /^signIn\.signIn ← 500.*got INTEGRATION_UNAUTHORIZED/,
    },
  ],
);
