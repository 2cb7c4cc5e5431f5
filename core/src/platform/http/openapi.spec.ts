import { expect } from 'chai';
import Type from 'typebox';
import { openApiDocument } from './openapi.js';
import { defineRoute, noContent, type Route } from './route.js';

const common = { path: '/api/thing', summary: 'A thing', tag: 'spec', responses: { 204: null }, handler: () => noContent() } as const;
const params = Type.Object({ id: Type.String({ maxLength: 36 }) });
const body = Type.Object({ name: Type.String({ maxLength: 10 }) });

const ROUTES: readonly (readonly [what: string, route: Route, statuses: readonly string[]])[] = [
  ['anybody may read', defineRoute({ ...common, method: 'GET', access: { rule: 'public' }, scopes: 'none' }), ['400', '429', '500', '503']],
  [
    'ignores parameters of others',
    defineRoute({ ...common, method: 'GET', access: { rule: 'public' }, scopes: 'none', ignoresUnknownQuery: true }),
    ['429', '500', '503'],
  ],
  [
    'is public, takes a body and is limited',
    defineRoute({ ...common, method: 'POST', access: { rule: 'public' }, scopes: 'none', body, rateLimit: 'sign-in' }),
    ['400', '403', '413', '415', '429', '500', '503'],
  ],
  [
    'needs an admin and names a thing',
    defineRoute({ ...common, method: 'DELETE', access: { rule: 'admin' }, scopes: 'none', params }),
    ['400', '401', '403', '404', '429', '500', '503'],
  ],
  [
    'takes API tokens and a query',
    defineRoute({ ...common, method: 'GET', access: { rule: 'user' }, scopes: ['read'], query: body }),
    ['400', '401', '403', '429', '500', '503'],
  ],
  [
    'takes a file',
    defineRoute({ ...common, method: 'POST', access: { rule: 'admin' }, scopes: 'none', rawBody: ['application/gzip'] }),
    ['400', '401', '403', '413', '415', '429', '500', '503'],
  ],
  [
    'has errors of its own',
    defineRoute({ ...common, method: 'GET', access: { rule: 'public' }, scopes: 'none', errors: ['files_gone', 'duplicate'] }),
    ['400', '409', '410', '429', '500', '503'],
  ],
];

describe('the OpenAPI document', () => {
  for (const [what, route, statuses] of ROUTES) {
    it(`names the errors of a route that ${what}`, () => {
      const document = openApiDocument([route], '1.0.0') as {
        paths: Record<string, Record<string, { responses: Record<string, { content?: object }> }>>;
      };
      const responses = document.paths['/api/thing']?.[route.method.toLowerCase()]?.responses ?? {};

      expect(Object.keys(responses)).to.have.members(['204', ...statuses]);
      for (const status of statuses) expect(responses[status]?.content, status).to.have.property('application/problem+json');
    });
  }

  it('names the codes of each error', () => {
    const route = defineRoute({
      ...common,
      method: 'GET',
      access: { rule: 'user' },
      scopes: 'none',
      errors: ['duplicate', ['account_inactive', 409], 'duplicate'],
    });
    const document = openApiDocument([route], '1.0.0') as {
      paths: { '/api/thing': { get: { responses: Record<string, { description: string }> } } };
      components: { schemas: { ErrorCode: { enum: string[] } } };
    };
    const { responses } = document.paths['/api/thing'].get;

    expect(responses['401']?.description).to.equal('Not signed in: `auth_required`, `token_malformed`, `token_invalid`, `token_expired`.');
    expect(responses['409']?.description).to.equal('Conflict: `duplicate`, `account_inactive`.');
    expect(document.components.schemas.ErrorCode.enum).to.include.members(['duplicate', 'account_inactive', 'internal']);
  });
});
