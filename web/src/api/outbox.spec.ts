import { expect } from 'chai';
import { ApiError } from './api-error.js';
import { sendAgainAfter } from './outbox.js';

describe('an answer to a kept request', () => {
  it('stands where the server has decided', () => {
    for (const [status, code] of [
      [409, 'duplicate'],
      [409, 'quota_exceeded'],
      [403, 'permission_required'],
      [422, 'invalid_request'],
      [404, 'not_found'],
    ] as const)
      expect(sendAgainAfter(new ApiError(status, { code })), code).to.equal(undefined);
    expect(sendAgainAfter(new TypeError('a fault of the page'))).to.equal(undefined);
  });

  it('is asked for again where there was none, or the server could not decide', () => {
    for (const status of [0, 401, 408, 429, 500, 502, 503, 504])
      expect(sendAgainAfter(new ApiError(status, {})), `${status}`).to.equal(60_000);
  });

  it('is asked for again when the server says', () => {
    expect(sendAgainAfter(new ApiError(429, {}, 7))).to.equal(7000);
  });
});
