import { expect } from 'chai';
import { countFields } from './error-schema.js';

describe('the count of wrong fields', () => {
  const broken = (...paths: string[]) => countFields(paths.map((path) => ({ path, message: 'Wrong.' })));

  it('takes a field that breaks two rules once', () => {
    expect(broken('/publicUrl', '/publicUrl', 'name')).to.equal(2);
  });

  it('takes a list of words once, however many of its entries are wrong', () => {
    expect(broken('/formats/0', '/formats/0', '/formats/3', '/formats')).to.equal(1);
  });

  it('takes each field of a list of objects', () => {
    expect(broken('/paths/0/from', '/paths/0/to', '/paths/1/from')).to.equal(3);
  });
});
