import { deepStrictEqual } from 'node:assert';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createTestHost } from '@lectern/plugin-kit';

const dir = fileURLToPath(new URL('..', import.meta.url));

describe('the example in a real server', function () {
  this.timeout(60_000);

  it('answers the Test button', async () => {
    const board = createServer((_, response) => response.setHeader('content-type', 'application/json').end('{"version":"2.1"}'));
    await new Promise<void>((resolve) => board.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(board.address() as AddressInfo).port}`;
    try {
      const host = await createTestHost({ plugins: [dir], settings: { 'notify-example': { baseUrl, token: 'planted-token' } } });
      const { ok, version } = await host.check('notify-example').finally(() => host.stop());
      deepStrictEqual({ ok, version }, { ok: true, version: '2.1' });
    } finally {
      // also when the server cannot start: an open port keeps mocha from ending
      board.close();
    }
  });
});
