import { expect } from 'chai';
import { inEnglish } from '../../platform/words/index.js';
import { addressFault, type Resolve } from './webhook-address.js';
import { createWebhookWorld } from './webhook-world.spec.support.js';

const at =
  (address: string): Resolve =>
  async () => [{ address, family: 4 }];

describe('the address of a webhook', () => {
  async function fault(url: string, address = '93.184.216.34'): Promise<string | undefined> {
    const said = await addressFault(url, at(address));
    return said && inEnglish(said);
  }

  it('may be any with TLS, and without it one of the own network', async () => {
    expect(await fault('https://hooks.example/in?x=1')).to.equal(undefined);
    expect(await fault('http://automation.lan:8123/hook', '192.168.1.4')).to.equal(undefined);
    expect(await fault('http://127.0.0.1:8123/hook')).to.equal(undefined);
    expect(await addressFault('http://nowhere.lan', () => Promise.reject(new Error('ENOTFOUND')))).to.equal(undefined);
  });

  it('must be encrypted on the internet', async () => {
    expect(await fault('http://hooks.example/in')).to.equal('hooks.example is on the internet, so its address must begin with https://.');
    expect(await fault('http://93.184.216.34/in')).to.match(/on the internet/);
    expect(await fault('http://[2606:2800:220:1::1]/in')).to.match(/on the internet/);
  });

  it('is no place where clouds keep credentials, however it is written', async () => {
    for (const host of [
      '169.254.169.254',
      '2852039166',
      '0xa9fea9fe',
      '0251.0376.0251.0376',
      '[::ffff:169.254.169.254]',
      '[fe80::1]',
      '[fd00:ec2::254]',
    ]) {
      expect(await fault(`https://${host}/latest`), host).to.match(/metadata address/);
      expect(await fault(`http://${host}/latest`), host).to.match(/metadata address/);
    }
    expect(await fault('http://meta.lan/latest', '169.254.169.254')).to.match(/metadata address/);
  });

  it('is http or https, without credentials and fragment', async () => {
    for (const url of ['file:///etc/passwd', 'gopher://x', 'javascript:alert(1)', 'hooks.example', 'https://']) {
      expect(await fault(url), url).to.match(/must begin with https/);
    }
    expect(await fault('https://ada:secret@hooks.example')).to.match(/no user name/);
    expect(await fault('https://hooks.example/#part')).to.match(/“#”/);
  });

  it('is looked at again at each attempt: a name that moved to the internet or to the metadata of a cloud is refused', async () => {
    const world = await createWebhookWorld('sqlite');
    try {
      world.state.resolve = at('127.0.0.1');
      const { webhook } = await world.add({ url: `http://moving.lan:${world.receiver.port}/hook` });
      const signal = new AbortController().signal;
      expect(await world.outbox.test(webhook.id, world.admin, signal)).to.include({ isDelivered: true });

      world.state.resolve = at('93.184.216.34');
      expect(inEnglish((await world.outbox.test(webhook.id, world.admin, signal)).error ?? '')).to.match(/moving\.lan is on the internet/);
      world.state.resolve = at('169.254.169.254');
      expect(inEnglish((await world.outbox.test(webhook.id, world.admin, signal)).error ?? '')).to.match(/metadata address/);

      expect(world.receiver.seen).to.have.length(1);
    } finally {
      await world.dispose();
    }
  });
});
