import { expectBoundedGrowth, expectBoundedReading } from '@lectern/testbed';
import type { PluginHttp } from '@lectern/plugin-api';
import { createTestContext } from '@lectern/plugin-kit';
import { accountOf } from './account.js';
import { createProviderMetadata } from './provider-metadata.js';
import type { OidcSettings } from './settings.js';

/** Lists of an answer: a million characters hold about this many entries. */
const ENTRIES = { from: 500, to: 50_000 };
const many = <T>(size: number, make: (n: number) => T): T[] => Array.from({ length: size }, (_, n) => make(n));
const { log } = createTestContext({ settings: {} });
const settings: OidcSettings = { issuer: 'https://id.test', clientId: 'c', groupClaim: 'a.groups', adminGroups: ['admins'] };

describe('answers of an identity provider', () => {
  it('are read in linear time', async () => {
    const claims = (text: string) => ({ sub: text, preferred_username: text, email: text, email_verified: true, a: { groups: text } });

    await expectBoundedReading({ claims: (text) => accountOf(claims(text), {}, settings, log) }, [' ', '/', '.']);
  });

  it('may list any number of groups and capabilities', async () => {
    const groups = (size: number) => ({ sub: '1', a: { groups: many(size, (n) => `/group ${n}`) } });
    const document = (size: number) => ({
      issuer: settings.issuer,
      authorization_endpoint: 'https://id.test/a',
      token_endpoint: 'https://id.test/t',
      jwks_uri: 'https://id.test/k',
      id_token_signing_alg_values_supported: many(size, (n) => (n === 0 ? 'RS256' : `X${n}`)),
      token_endpoint_auth_methods_supported: many(size, (n) => `m${n}`),
    });
    const lookUp = (answer: unknown) => {
      const http = { request: () => Promise.resolve({ json: () => answer }) } as unknown as PluginHttp;
      return createProviderMetadata(http, settings, () => 0).refresh({ signal: new AbortController().signal });
    };

    await expectBoundedGrowth('groups', groups, (claims) => accountOf(claims, {}, settings, log), ENTRIES);
    await expectBoundedGrowth('a description', document, lookUp, ENTRIES);
  });
});
