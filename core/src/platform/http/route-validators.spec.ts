import { expect } from 'chai';
import { Type } from 'typebox';
import type { Route } from './route.js';
import { compileRoute } from './route-validators.js';

const routeWith = (minLength: number) => ({ params: Type.Object({ id: Type.String({ minLength }) }), responses: {} }) as unknown as Route;

describe('the validators of routes', () => {
  it('are compiled once for equal schemas', () => {
    const [first, second] = [compileRoute(routeWith(3), false), compileRoute(routeWith(3), false)];

    expect(second.params?.()).to.equal(first.params?.());
  });

  it('are not those of other schemas', () => {
    const [first, second] = [compileRoute(routeWith(3), false).params?.(), compileRoute(routeWith(4), false).params?.()];

    expect([first?.({ id: 'abc' }), second?.({ id: 'abc' })]).to.deep.equal([true, false]);
  });
});
