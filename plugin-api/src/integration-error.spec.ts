import { expect } from 'chai';
import { IntegrationError, isIntegrationError } from './integration-error.js';

describe('IntegrationError', () => {
  it('is recognized by tag and code, not by class', () => {
    const error = new IntegrationError('INTEGRATION_RATE_LIMITED', 'slow down', { retryAfterMs: 5000, blame: 'Indexer' });

    const twin = Object.assign(new Error('from another copy'), {
      code: 'INTEGRATION_FORBIDDEN',
      [Symbol.for('lectern.IntegrationError')]: true,
    });

    expect(isIntegrationError(error)).to.equal(true);
    expect(isIntegrationError(twin)).to.equal(true);
    expect(error).to.include({ retryAfterMs: 5000, blame: 'Indexer', code: 'INTEGRATION_RATE_LIMITED' });
  });

  it('refuses other errors and unknown codes', () => {
    expect(isIntegrationError(new Error('plain'))).to.equal(false);
    expect(isIntegrationError(Object.assign(new Error('x'), { code: 'ECONNRESET' }))).to.equal(false);
    expect(isIntegrationError(undefined)).to.equal(false);
  });
});
