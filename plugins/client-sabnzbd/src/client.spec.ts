import { expect } from 'chai';
import { apiUrl } from './client.js';
import { replay } from './fixtures.spec.support.js';
import { API_KEY, errorOf, startReplay } from './sabnzbd-replay.spec.support.js';
import type { Replay, Script } from './sabnzbd-replay.spec.support.js';

const { signal } = new AbortController();

describe('sabnzbd address', () => {
  const ROWS = [
    ['http://host:8080', 'http://host:8080/api'],
    ['http://host:8080/', 'http://host:8080/api'],
    ['HTTP://HOST:8080/sabnzbd/', 'http://host:8080/sabnzbd/api'],
    ['https://host/usenet/sabnzbd', 'https://host/usenet/sabnzbd/api'],
    ['http://host:8080/sabnzbd/api/', 'http://host:8080/sabnzbd/api'],
    ['http://user:secret@host:8080', 'http://host:8080/api'],
  ] as const;

  for (const [baseUrl, expected] of ROWS) {
    it(`${baseUrl} → ${expected}`, () => {
      expect(apiUrl(baseUrl)).to.equal(expected);
    });
  }
});

describe('sabnzbd calls', () => {
  let running: Replay;

  async function statusAgainst(script: Script): Promise<unknown> {
    running = await startReplay(script);
    return running.client.status(['SABnzbd_nzo_1'], { signal });
  }

  afterEach(() => running.close());

  it('keep the key out of the address and request JSON on a separate connection', async () => {
    await statusAgainst({});

    for (const { request, fields } of running.calls) {
      expect([...request.query]).to.deep.equal([]);
      expect(fields).to.include({ apikey: API_KEY, output: 'json' });
      expect(request.headers.connection).to.equal('close');
    }
  });

  for (const fixture of ['v3.7.1-queue-no-key', 'v3.7.1-queue-wrong-key', 'v3.7.1-queue-with-nzb-key']) {
    it(`blame the key for ${fixture}`, async () => {
      const error = await errorOf(statusAgainst({ queue: replay(fixture) }));

      expect(error).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'apiKey' });
    });
  }

  it('mention the whitelist if the host name is refused', async () => {
    const error = await errorOf(statusAgainst({ queue: replay('v3.7.1-unknown-host-name') }));

    expect(error).to.include({ code: 'INTEGRATION_FORBIDDEN', field: 'baseUrl' });
    expect(error.message).to.match(/Host whitelist/);
  });

  it('mention the exposure if strangers are refused, and the key if no reason is given', async () => {
    const stranger = await errorOf(statusAgainst({ queue: { status: 403, body: 'External internet access denied - https://x' } }));
    await running.close();
    const silent = await errorOf(statusAgainst({ queue: { status: 403, body: '' } }));

    expect(stranger.message).to.match(/External internet access/);
    expect(silent).to.include({ code: 'INTEGRATION_FORBIDDEN', field: 'apiKey' });
  });

  it('do not accept a failure with status 200 as an answer', async () => {
    const unknown = await errorOf(statusAgainst({ queue: replay('v3.7.1-unknown-mode') }));
    await running.close();
    const other = await errorOf(statusAgainst({ queue: { body: { status: false, error: 'expects one parameter' } } }));

    expect(unknown.code).to.equal('INTEGRATION_UNSUPPORTED');
    expect(other.code).to.equal('INTEGRATION_BAD_RESPONSE');
  });

  it('name the target of a redirect instead of sending the key there', async () => {
    const error = await errorOf(statusAgainst({ queue: { status: 302, headers: { location: 'https://elsewhere.example/' }, body: '' } }));

    expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'baseUrl' });
    expect(error.message).to.include('elsewhere.example');
  });

  const MALFORMED = [
    [],
    'text',
    {},
    { queue: [] },
    { queue: { slots: {} } },
    { queue: { slots: [null] } },
    { queue: { slots: [{ status: 'Queued' }] } },
    { queue: { slots: [{ nzo_id: 'x', status: 7 }] } },
  ];

  for (const body of MALFORMED) {
    it(`do not read ${JSON.stringify(body)} as an empty queue`, async () => {
      const error = await errorOf(statusAgainst({ queue: { body: JSON.stringify(body) } }));

      expect(error.code).to.equal('INTEGRATION_BAD_RESPONSE');
    });
  }
});
