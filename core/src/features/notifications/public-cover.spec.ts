import { expect } from 'chai';
import { publicCover } from './public-cover.js';

describe('publicCover', () => {
  it('keeps addresses that a service on the internet can fetch', () => {
    for (const url of ['https://covers.example.org/1.jpg', 'http://93.184.216.34/1.jpg']) expect(publicCover(url)).to.equal(url);
  });

  it('drops private hosts, credentials, other schemes and invalid addresses', () => {
    for (const url of [
      'http://192.168.1.2/1.jpg',
      'http://localhost/1.jpg',
      'http://nas/1.jpg',
      'http://nas.lan/1.jpg',
      'http://[::1]/1.jpg',
      'https://me:secret@covers.example.org/1.jpg',
      'file:///etc/passwd',
      '/api/covers/B017V4IM1G',
      '',
      null,
      undefined,
    ]) {
      expect(publicCover(url), String(url)).to.equal(undefined);
    }
  });
});
