import { createECDH } from 'node:crypto';
import { expect } from 'chai';
import { decryptMessage, newCurve } from './decrypt-message.js';

/** The example of RFC 8291 §5. */
const EXAMPLE = {
  privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT' +
    'pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

describe('decrypting push messages', () => {
  const auth = Buffer.from(EXAMPLE.auth, 'base64url');
  const body = Buffer.from(EXAMPLE.body, 'base64url');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(EXAMPLE.privateKey, 'base64url');

  it('reads the example of the RFC', () => {
    expect(decryptMessage(body, { curve, auth })).to.equal('When I grow up, I want to be a watermelon');
  });

  it('refuses a message for another browser, and one that was changed', () => {
    const changed = Buffer.from(body);
    changed.writeUInt8(changed.readUInt8(100) ^ 1, 100);

    expect(() => decryptMessage(body, { curve: newCurve(), auth })).to.throw();
    expect(() => decryptMessage(body, { curve, auth: Buffer.alloc(16) })).to.throw();
    expect(() => decryptMessage(changed, { curve, auth })).to.throw();
  });
});
