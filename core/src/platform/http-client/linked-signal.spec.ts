import { expect } from 'chai';
import { linkSignals } from './linked-signal.js';

describe('linked signal', () => {
  it('fires with the first of the others, for the same reason', () => {
    const one = new AbortController();
    const two = new AbortController();
    const { signal } = linkSignals(one.signal, undefined, two.signal);

    two.abort('second');
    one.abort('first');

    expect(signal.aborted).to.equal(true);
    expect(signal.reason).to.equal('second');
  });

  it('has already fired if one of the others has', () => {
    const { signal } = linkSignals(new AbortController().signal, AbortSignal.abort('over'));

    expect([signal.aborted, signal.reason]).to.deep.equal([true, 'over']);
  });

  it('no longer fires once it is released', () => {
    const other = new AbortController();
    const { signal, release } = linkSignals(other.signal);

    release();
    other.abort();

    expect(signal.aborted).to.equal(false);
  });
});
