import { expect } from 'chai';
import { createWebhookWorld, type Answer, type WebhookWorld } from './webhook-world.spec.support.js';
import { inEnglish } from '../../platform/words/index.js';

const MEGABYTE = 'x'.repeat(1024 * 1024);

describe('a receiver of webhooks', () => {
  let world: WebhookWorld;
  let id: string;

  beforeEach(async () => {
    world = await createWebhookWorld('sqlite');
    id = (await world.add()).webhook.id;
  });
  afterEach(() => world.dispose());

  async function tried(answer: Answer) {
    world.state.answers.push(answer);
    const attempt = await world.outbox.test(id, world.admin, new AbortController().signal);
    expect(attempt.tookMs, 'bounded').to.be.below(10_000);
    expect(attempt.answer.length, 'bounded').to.be.at.most(2048);
    return attempt;
  }

  it('that redirects to loopback is not followed', async () => {
    const { error, status } = await tried((res) => void res.writeHead(302, { location: `${world.receiver.url}/inside` }).end());

    expect(status).to.equal(302);
    expect(inEnglish(error ?? '')).to.match(/redirects elsewhere \(HTTP 302\)\. Webhooks follow no redirects/);
    expect(world.receiver.seen.map(({ url }) => url)).to.deep.equal(['/hook']);
  });

  it('that never ends its answer is cut off', async () => {
    let timer: NodeJS.Timeout | undefined;
    const { error, status, isDelivered } = await tried((res) => {
      res.writeHead(200);
      timer = setInterval(() => res.write('.'), 20);
      res.on('close', () => clearInterval(timer));
    });

    expect({ status, isDelivered }).to.deep.equal({ status: 200, isDelivered: false });
    expect(inEnglish(error ?? '')).to.match(/timed out after 2 s\.$/);
  });

  it('that hangs is cut off', async () => {
    const { error, status } = await tried(() => undefined);

    expect(status).to.equal(null);
    expect(inEnglish(error ?? '')).to.match(/timed out/);
  });

  it('that answers with ten megabytes is not read to the end', async () => {
    const { error } = await tried((res) => {
      for (let count = 0; count < 10; count += 1) res.write(MEGABYTE);
      res.end();
    });

    expect(inEnglish(error ?? '')).to.match(/sent more than the 65,536 bytes expected of it\.$/);
  });

  it('that hangs up is named', async () => {
    const { error } = await tried((res) => void res.destroy());

    expect(inEnglish(error ?? '')).to.match(/closed the connection/);
  });

  it('that echoes what no page and no database can show is tidied', async () => {
    const { answer, isDelivered } = await tried((res) => void res.end(`a\u0000b\u001b[31m\n${'é'.repeat(3000)}`));

    expect(isDelivered).to.equal(true);
    expect(answer.startsWith('ab[31m\né')).to.equal(true);
  });

  it('that echoes the secret does not bring it into the log', async () => {
    const { webhook, secret } = await world.add();
    world.state.answers.push((res) => void res.end(`your secret is ${secret}`));

    const { answer } = await world.outbox.test(webhook.id, world.admin, new AbortController().signal);

    expect(answer).to.equal('your secret is [redacted]');
  });

  it('that is gone gets no further attempt', async () => {
    world.state.answers.push((res) => void res.writeHead(410).end());

    await world.announce();
    await world.run();

    const [line] = (await world.outbox.page(id, { page: 1, limit: 10 })).items;
    expect(line).to.include({ state: 'failed', attempts: 1 });
    expect(inEnglish(line?.error ?? '')).to.match(/wants no more of these events \(HTTP 410\)\.$/);
  });

  it('that asks for a pause gets it, but none of days', async () => {
    world.state.answers.push((res) => void res.writeHead(429, { 'retry-after': '600' }).end());
    world.state.answers.push((res) => void res.writeHead(429, { 'retry-after': '864000' }).end());
    const pause = async () => {
      const [line] = (await world.outbox.page(id, { page: 1, limit: 10 })).items;
      return Date.parse(line?.nextAt ?? '') - world.state.clock;
    };

    await world.announce();
    await world.run();
    expect(await pause()).to.equal(600_000);
    world.state.clock += 600_000;
    await world.run();

    expect(await pause()).to.equal(8 * 3_600_000);
  });
});
