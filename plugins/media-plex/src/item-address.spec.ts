import { createTestContext } from '@lectern/plugin-kit';
import type { MediaServer } from '@lectern/plugin-api';
import { startPlexSimulator } from '@lectern/simulators';
import { expect } from 'chai';
import plugin from './index.js';
import { itemAddress } from './item-address.js';
import type { PlexSettings } from './settings.js';

const CALL = { signal: new AbortController().signal };

describe('the address of an item in Plex', () => {
  it("leads to the server's own web app", () => {
    expect(itemAddress({ baseUrl: 'http://plex:32400' }, 'abc123')).to.equal(
      'http://plex:32400/web/index.html#!/server/abc123/details?key=%2Flibrary%2Fmetadata%2F{itemId}',
    );
  });

  it('takes the address that people use', () => {
    expect(itemAddress({ baseUrl: 'http://plex:32400', publicUrl: 'https://home.example.org/plex/web/' }, 'abc123')).to.equal(
      'https://home.example.org/plex/web/index.html#!/server/abc123/details?key=%2Flibrary%2Fmetadata%2F{itemId}',
    );
  });

  for (const publicUrl of ['https://app.plex.tv', 'http://app.plex.tv/desktop/', 'https://APP.plex.tv/desktop/#!/']) {
    it(`leads to the web app that Plex hosts for ${publicUrl}`, () => {
      expect(itemAddress({ baseUrl: 'http://plex:32400', publicUrl }, 'abc123')).to.equal(
        'https://app.plex.tv/desktop/#!/server/abc123/details?key=%2Flibrary%2Fmetadata%2F{itemId}',
      );
    });
  }

  it('blames the setting that is not a web address', () => {
    expect(() => itemAddress({ baseUrl: 'http://plex', publicUrl: 'plex' }, 'abc123'))
      .to.throw()
      .with.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'publicUrl' });
  });

  it('names the server also while it is away, once it was seen', async () => {
    const simulator = await startPlexSimulator({ token: 'token', libraries: [] });
    const settings: PlexSettings = { baseUrl: simulator.url, token: 'token' };
    const server = plugin.create(createTestContext({ settings, timeoutMs: 2000 })).provides.mediaServer as MediaServer;
    const before = await server.itemAddress?.(CALL);
    await simulator.close();

    expect(before).to.match(/#!\/server\/[^/]+\/details/);
    expect(await server.itemAddress?.(CALL)).to.equal(before);
  });
});
