import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { createSecretBox } from './secret-box.js';

const first = randomBytes(32);

describe('secret box', () => {
  it('opens what it sealed, and never seals the same way twice', () => {
    const box = createSecretBox({ current: 'k1', keys: new Map([['k1', first]]) });

    const [a, b] = [box.seal('hunter2 ü'), box.seal('hunter2 ü')];

    expect(a).to.not.equal(b);
    expect(a).to.not.contain('hunter2');
    expect(box.open(a)).to.equal('hunter2 ü');
  });

  it('opens values sealed with an earlier key after rotation', () => {
    const old = createSecretBox({ current: 'k1', keys: new Map([['k1', first]]) }).seal('x');

    const rotated = createSecretBox({
      current: 'k2',
      keys: new Map([
        ['k1', first],
        ['k2', randomBytes(32)],
      ]),
    });

    expect(rotated.open(old)).to.equal('x');
    expect(rotated.seal('x')).to.match(/^v1\.k2\./);
  });

  it('refuses modified values, foreign values and keys of the wrong length', () => {
    const box = createSecretBox({ current: 'k1', keys: new Map([['k1', first]]) });
    const parts = box.seal('value').split('.');
    parts[4] = Buffer.from('other').toString('base64url');

    expect(() => box.open(parts.join('.'))).to.throw();
    expect(() => box.open('plain')).to.throw('not a sealed value');
    expect(() => createSecretBox({ current: 'k', keys: new Map([['k', Buffer.from('short')]]) })).to.throw('instead of 32');
  });
});
