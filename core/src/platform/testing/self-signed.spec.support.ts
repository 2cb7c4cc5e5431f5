import { generateKeyPairSync, sign } from 'node:crypto';

/** One value of ASN.1 in DER. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const object = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const time = (at: Date): Buffer => der(0x17, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(2, 14)}Z`));
const name = (common: string): Buffer => sequence(der(0x31, sequence(object('550403'), der(0x0c, Buffer.from(common)))));

/** Makes a certificate that nobody but itself has signed, for a server of a spec. */
export function selfSigned({ common = 'localhost', days = 30 } = {}): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(object('2a8648ce3d040302'));
  const now = Date.now();
  const validity = sequence(time(new Date(now - 60 * 86_400_000)), time(new Date(now + days * 86_400_000)));
  const serial = der(0x02, Buffer.from([1]));
  const content = sequence(
    serial,
    ecdsaWithSha256,
    name(common),
    validity,
    name(common),
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey));
  const base64 = sequence(content, ecdsaWithSha256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/(.{64})/g, '$1\n').trim()}\n-----END CERTIFICATE-----\n`,
  };
}
