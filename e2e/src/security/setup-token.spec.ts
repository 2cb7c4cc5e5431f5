import { expect } from 'chai';
import { BARE_PASSWORD, startBareServer } from '../bare-server.spec.support.js';
import { bytesOf, filesBelow, formsOf } from './planted-secrets.spec.support.js';
import { send } from './route-walk.spec.support.js';

describe('the setup token', () => {
  it('is in no answer, no log line, no table and no file once it was used', async () => {
    const server = await startBareServer();
    try {
      const token = (await server.app.setupToken()) ?? '';
      expect(token).to.have.length.above(20);
      const body = JSON.stringify({ token, username: 'root', password: BARE_PASSWORD });
      const made = await send(`${server.url}/api/setup/admin`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      expect(made.status).to.equal(201);
      const again = await send(`${server.url}/api/setup/admin`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      const status = await send(`${server.url}/api/setup/status`);
      const files = await Promise.all((await filesBelow(server.dataDir)).map(bytesOf));

      const all = [made.text, again.text, status.text, server.log(), ...files].join('\n');
      expect(again.status).to.equal(403);
      expect(formsOf(token).filter((form) => all.includes(form))).to.deep.equal([]);
      expect(formsOf(BARE_PASSWORD).filter((form) => all.includes(form))).to.deep.equal([]);
    } finally {
      await server.stop();
    }
  });
});
