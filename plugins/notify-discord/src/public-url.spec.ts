import { expect } from 'chai';
import { isPublicUrl } from './public-url.js';

describe('isPublicUrl', () => {
  it('accepts addresses on the internet', () => {
    for (const url of ['https://m.media-amazon.com/a.jpg', 'http://8.8.8.8/a.jpg', 'https://[2606:4700::1]/a.jpg']) {
      expect(isPublicUrl(url), url).to.equal(true);
    }
  });

  it('refuses private hosts and odd addresses', () => {
    for (const url of [
      undefined,
      '',
      '/covers/1.jpg',
      'data:image/png;base64,AAAA',
      'http://localhost/a.jpg',
      'http://nas/a.jpg',
      'http://nas.local/a.jpg',
      'http://books.home.arpa/a.jpg',
      'http://10.0.0.4/a.jpg',
      'http://172.20.0.1/a.jpg',
      'http://192.168.1.2/a.jpg',
      'http://169.254.169.254/a.jpg',
      'http://100.64.0.1/a.jpg',
      'http://0x7f.1/a.jpg',
      'http://2130706433/a.jpg',
      'http://[::1]/a.jpg',
      'http://[fd00::1]/a.jpg',
      'http://[::ffff:10.0.0.1]/a.jpg',
      'https://user@cdn.example/a.jpg',
    ]) {
      expect(isPublicUrl(url), String(url)).to.equal(false);
    }
  });
});
