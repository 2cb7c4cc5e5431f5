import { expect } from 'chai';
import { Type } from 'typebox';
import type { Route } from './route.js';
import type { ApiError } from './problem.js';
import { checkInput, compileRoute } from './route-validators.js';

const routeWith = (minLength: number) => ({ params: Type.Object({ id: Type.String({ minLength }) }), responses: {} }) as unknown as Route;

describe('the validators of routes', () => {
  it('are compiled once for equal schemas', () => {
    const [first, second] = [compileRoute(routeWith(3), false), compileRoute(routeWith(3), false)];

    expect(second.params?.()).to.equal(first.params?.());
  });

  it('refuse parameters that a query does not name, unless the route ignores them', () => {
    const query = Type.Object({ page: Type.Integer({ default: 1 }) });
    const check = (more: Partial<Route>, given: object): string => {
      try {
        checkInput(compileRoute({ query, responses: {}, ...more } as unknown as Route, false).query, given, 'query');
        return 'ok';
      } catch (error) {
        return `${(error as ApiError).status} ${(error as ApiError).code}`;
      }
    };

    expect(check({}, { page: '2' })).to.equal('ok');
    expect(check({}, { page: '2', minMinutes: '9999' })).to.equal('400 invalid_request');
    expect(check({ ignoresUnknownQuery: true }, { page: '2', minMinutes: '9999' })).to.equal('ok');
    expect(check({ ignoresUnknownQuery: true }, { page: 'two' })).to.equal('400 invalid_request');
  });

  it('are not those of other schemas', () => {
    const [first, second] = [compileRoute(routeWith(3), false).params?.(), compileRoute(routeWith(4), false).params?.()];

    expect([first?.({ id: 'abc' }), second?.({ id: 'abc' })]).to.deep.equal([true, false]);
  });
});
