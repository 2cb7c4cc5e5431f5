import { expect } from 'chai';
import { createRedactor } from './redactor.js';

describe('redactor', () => {
  it('removes a registered secret in every encoding', () => {
    const redactor = createRedactor();
    redactor.addSecret('s3cr&t "key"');

    const text = [
      's3cr&t "key"',
      JSON.stringify('s3cr&t "key"'),
      encodeURIComponent('s3cr&t "key"'),
      Buffer.from('s3cr&t "key"').toString('base64'),
    ].join(' ');

    expect(redactor.redact(text)).to.not.match(/s3cr|czNj/);
  });

  it('removes anything that looks like a secret, without registration', () => {
    const redactor = createRedactor();

    const out = redactor.redact(
      'GET http://h/1/download?apikey=abcdef123&link=zzz Authorization: Bearer eyJhbGciOi.x.y https://discord.com/api/webhooks/12/tok-en http://u:pw@h/ postgres://u:db-pw@h/x',
    );

    expect(out).to.not.match(/abcdef123|zzz|eyJh|tok-en|u:pw|db-pw/);
  });

  it('leaves other text alone', () => {
    expect(createRedactor().redact('The Token of Fate by A. Bearer')).to.equal('The Token of Fate by A. Bearer');
  });

  it('removes a random key in whole and in part, and leaves words of the same length', () => {
    const redactor = createRedactor();
    const key = 'q2V5LW9mLXRoZS1zZXJ2ZXI+YWJjZGVmZ2hpamtsbW4=';
    redactor.addKey(key);

    const texts = [key, `{"k1":"${key.slice(0, 20)}`, `…${key.slice(9, 30)}…`, key.replaceAll('+', '-'), `x${key.slice(3, 15)}y`];

    expect(texts.map((text) => redactor.redact(text))).to.deep.equal([
      '[redacted]',
      '{"k1":"[redacted]',
      '…[redacted]…',
      '[redacted]=',
      'x[redacted]y',
    ]);
    expect(redactor.redact(`${key.slice(0, 11)} internationalisation/of-the-library`)).to.equal(
      `${key.slice(0, 11)} internationalisation/of-the-library`,
    );
  });
});
