import { expect } from 'chai';
import { deviceName } from './device-name.js';

describe('device names', () => {
  for (const [agent, name] of [
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
      'Chrome, Android',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
      'Edge, Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari, iPhone',
    ],
    ['Lectern for Wear/2.1 (build 7)', 'Lectern for Wear'],
    ['', undefined],
    [null, undefined],
  ] as const) {
    it(`reads ${agent === null ? 'nothing' : `"${agent.slice(0, 40)}"`} as ${name}`, () => {
      expect(deviceName(agent)).to.equal(name);
    });
  }
});
