import { expect } from 'chai';
import { keepBuiltIns } from './built-ins.js';

describe('the built-in objects', () => {
  const tampering: Readonly<Record<string, { readonly tamper: () => void; readonly name: string }>> = {
    'a member of every object': { tamper: () => void Object.assign(Object.prototype, { planted: 1 }), name: 'Object.prototype.planted' },
    'a getter of every list': {
      tamper: () => void Object.defineProperty(Array.prototype, 'planted', { get: () => 1, configurable: true }),
      name: 'Array.prototype.planted',
    },
    'another method': { tamper: () => void (String.prototype.trim = () => 'planted'), name: 'String.prototype.trim' },
    'a method that is gone': { tamper: () => void Reflect.deleteProperty(Map.prototype, 'get'), name: 'Map.prototype.get' },
    'another function of JSON': { tamper: () => void (JSON.stringify = () => 'planted'), name: 'JSON.stringify' },
    'another constructor': {
      tamper: () => void (globalThis.Promise = class Planted extends Promise<unknown> {} as never),
      name: 'globalThis.Promise',
    },
    'another then': { tamper: () => void (Promise.prototype.then = (() => undefined) as never), name: 'Promise.prototype.then' },
  };

  for (const [what, { tamper, name }] of Object.entries(tampering)) {
    it(`are restored after ${what}`, () => {
      const builtIns = keepBuiltIns();

      tamper();
      const found = builtIns.restore();

      expect(found).to.deep.equal({ changed: [name], stuck: [] });
      expect(builtIns.restore()).to.equal(undefined);
      expect('planted' in {}).to.equal(false);
      expect(' x '.trim()).to.equal('x');
      expect(new Map([[1, 2]]).get(1)).to.equal(2);
      expect(JSON.stringify({})).to.equal('{}');
    });
  }

  it('may get own members that nothing inherits, and stacks may be shown in another way', () => {
    const builtIns = keepBuiltIns();
    const { stackTraceLimit } = Error;

    Object.assign(Math, { planted: 1 });
    Error.stackTraceLimit = 7;
    const found = builtIns.restore();
    Reflect.deleteProperty(Math, 'planted');
    Error.stackTraceLimit = stackTraceLimit;

    expect(found).to.equal(undefined);
  });

  for (const name of ['TextDecoder', 'structuredClone']) {
    it(`are not changed by the first use of ${name}, which Node.js creates lazily`, () => {
      const own = Object.getOwnPropertyDescriptor(globalThis, name) as PropertyDescriptor;
      const value: unknown = Reflect.get(globalThis, name);
      Object.defineProperty(globalThis, name, {
        configurable: true,
        get() {
          Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
          return value;
        },
      });

      const builtIns = keepBuiltIns();
      Reflect.get(globalThis, name);
      const found = builtIns.restore();
      Object.defineProperty(globalThis, name, own);

      expect(found).to.equal(undefined);
    });
  }
});
