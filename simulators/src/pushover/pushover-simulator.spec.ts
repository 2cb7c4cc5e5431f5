import { expect } from 'chai';
import { startPushoverSimulator, type PushoverSimulator } from './pushover-simulator.js';

describe('Pushover simulator', () => {
  let pushover: PushoverSimulator;

  beforeEach(async () => {
    pushover = await startPushoverSimulator();
  });

  afterEach(() => pushover.close());

  function post(path: string, fields: Record<string, string>): Promise<Response> {
    const { token, user } = pushover;
    return fetch(`${pushover.url}/1/${path}`, { method: 'POST', body: new URLSearchParams({ token, user, ...fields }) });
  }

  async function parametersOf(answer: Response): Promise<string[]> {
    const body = (await answer.json()) as Record<string, unknown>;
    return Object.keys(body).filter((key) => !['errors', 'status', 'request'].includes(key));
  }

  it('records messages of all three content types and counts them', async () => {
    const { token, user, url } = pushover;
    await post('messages.json', { message: 'one' });
    await fetch(`${url}/1/messages.json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, user, message: 'two' }),
    });
    const form = new FormData();
    for (const [name, value] of Object.entries({ token, user, message: 'three' })) form.set(name, value);
    form.set('attachment', new Blob([new Uint8Array([1, 2, 3])], { type: 'image/png' }), 'cover.png');
    const last = await fetch(`${url}/1/messages.json`, { method: 'POST', body: form });

    expect(pushover.messages.map(({ fields }) => fields.message)).to.deep.equal(['one', 'two', 'three']);
    expect(pushover.messages[2]?.attachment).to.deep.include({ contentType: 'image/png', filename: 'cover.png' });
    expect(last.headers.get('x-limit-app-remaining')).to.equal('7493');
  });

  it('enforces the limits and names the refused parameter', async () => {
    expect(await parametersOf(await post('messages.json', { message: ' ' }))).to.deep.equal(['message']);
    expect(await parametersOf(await post('messages.json', { message: '📚'.repeat(1025) }))).to.deep.equal(['message']);
    expect(await parametersOf(await post('messages.json', { message: 'x', priority: '2' }))).to.deep.equal(['retry', 'expire']);
    expect(await parametersOf(await post('messages.json', { message: 'x', token: 'other' }))).to.deep.equal(['token']);
    expect((await post('messages.json', { message: '📚'.repeat(1024) })).status).to.equal(200);
    expect(pushover.messages).to.have.length(1);
  });

  it('validates keys and devices without a message', async () => {
    expect(await (await post('users/validate.json', {})).json()).to.deep.include({ status: 1, group: 0, devices: ['iphone', 'desktop'] });
    expect(await parametersOf(await post('users/validate.json', { user: 'u' }))).to.deep.equal(['user']);
    expect(await parametersOf(await post('users/validate.json', { device: 'fridge' }))).to.deep.equal(['device']);
    expect(pushover.messages).to.deep.equal([]);
  });

  it('refuses when the month is used up, and on demand until healed', async () => {
    pushover.setQuota({ remaining: 0 });
    expect((await post('messages.json', { message: 'x' })).status).to.equal(429);
    pushover.setQuota({ remaining: 5 });
    pushover.refuse('no-devices');
    expect(await parametersOf(await post('messages.json', { message: 'x' }))).to.deep.equal(['user']);
    pushover.heal();
    expect((await post('messages.json', { message: 'x' })).status).to.equal(200);
  });
});
