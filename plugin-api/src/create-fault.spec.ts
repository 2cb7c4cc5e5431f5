import { expect } from 'chai';
import { createFault, IntegrationError } from './index.js';

const fault = createFault({
  key_refused: 'The key is refused.',
  moved: '{url} moved to {target}.',
  wrapped: 'It does not answer: {reason}',
});

describe('createFault', () => {
  it('makes an error with the English message, and its key for other languages', () => {
    const error = fault('INTEGRATION_UNAUTHORIZED', 'key_refused', { field: 'apiKey', retryAfterMs: 5 });

    expect(error).to.be.instanceOf(IntegrationError);
    expect(error).to.include({ code: 'INTEGRATION_UNAUTHORIZED', message: 'The key is refused.', field: 'apiKey', retryAfterMs: 5 });
    expect(error.sentence).to.deep.equal({ key: 'key_refused' });
  });

  it('fills in the message, once, and hands the values on', () => {
    const values = { url: 'https://a/{target}', target: 'https://b/$&' };

    const error = fault('INTEGRATION_MISCONFIGURED', 'moved', { values });

    expect(error.message).to.equal('https://a/{target} moved to https://b/$&.');
    expect(error.sentence).to.deep.equal({ key: 'moved', values });
  });

  it('leaves a placeholder visible that got no value', () => {
    expect(fault('INTEGRATION_MISCONFIGURED', 'moved', { values: { url: 'here' } }).message).to.equal('here moved to {target}.');
  });

  it('says another error within its sentence: its sentence, or else its message', () => {
    const inner = fault('INTEGRATION_UNAUTHORIZED', 'key_refused');

    const spoken = fault('INTEGRATION_UNAVAILABLE', 'wrapped', { values: { reason: inner }, cause: inner });
    const plain = fault('INTEGRATION_UNAVAILABLE', 'wrapped', { values: { reason: new Error('broken pipe') } });

    expect(spoken.message).to.equal('It does not answer: The key is refused.');
    expect(spoken.cause).to.equal(inner);
    expect(spoken.sentence).to.deep.equal({ key: 'wrapped', values: { reason: { key: 'key_refused' } } });
    expect(plain.sentence).to.deep.equal({ key: 'wrapped', values: { reason: 'broken pipe' } });
  });
});
