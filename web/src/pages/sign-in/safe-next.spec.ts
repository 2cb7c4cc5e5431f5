import { expect } from 'chai';
import { safeNext } from './safe-next.js';

describe('the address after sign-in', () => {
  it('keeps a path of this site', () => {
    expect(safeNext('/requests?group=active')).to.equal('/requests?group=active');
  });

  it('goes home instead of to another site', () => {
    for (const next of [
      undefined,
      '',
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/sign-in?next=/sign-in',
    ]) {
      expect(safeNext(next), String(next)).to.equal('/');
    }
  });
});
