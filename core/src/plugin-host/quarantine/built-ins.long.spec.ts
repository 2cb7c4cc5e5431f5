import { expect } from 'chai';
import { keepBuiltIns } from './built-ins.js';

describe('the built-in objects', () => {
  it('are compared at little more than the cost of recording them', () => {
    const builtIns = keepBuiltIns();
    const cost = (work: () => void): number => {
      const { user } = process.cpuUsage();
      for (let n = 0; n < 50; n += 1) work();
      return process.cpuUsage().user - user;
    };

    const once = cost(() => void keepBuiltIns());
    const looked = cost(() => void builtIns.restore());

    expect(looked / once).to.be.below(10);
  });
});
