import { startSimulator } from '@lectern/simulators';
import { createTestContext } from '@lectern/plugin-kit';
import { expect } from 'chai';
import { createWebhookClient } from './client.js';
import { faultOf, never, recorded, settingsFor } from './discord-world.spec.support.js';

async function clientFor(fixture: string, use: (client: ReturnType<typeof createWebhookClient>) => Promise<void>): Promise<void> {
  const simulator = await startSimulator(() => recorded(fixture));
  try {
    const context = createTestContext({ settings: settingsFor(`${simulator.url}/api/webhooks/1/T`) });
    await use(createWebhookClient(context.http, context.settings, () => undefined));
    expect(simulator.requests, 'nothing is repeated').to.have.length(1);
  } finally {
    await simulator.close();
  }
}

const body = { content: 'hello', allowed_mentions: { parse: [] as [] } };

describe('webhook client with recorded answers', () => {
  it('reads the webhook and an accepted message', async () => {
    await clientFor('webhook.get.json', async (client) => void expect(await client.describe(never)).to.equal('Library'));
    await clientFor(
      'execute.wait.200.json',
      async (client) => void expect(await client.post(body, never)).to.deep.equal({ kind: 'accepted' }),
    );
  });

  for (const [fixture, code, complaints] of [
    ['error.400-form-body.json', 50035, ['embeds.0.description: BASE_TYPE_MAX_LENGTH', 'embeds.0.fields.1.value: BASE_TYPE_REQUIRED']],
    ['error.400-embed-total.json', 50035, ['embeds: MAX_EMBED_SIZE_EXCEEDED']],
    ['error.400-empty.json', 50006, []],
    ['error.400-invalid-json.json', 50109, []],
  ] as const) {
    it(`${fixture}: the content is refused`, () =>
      clientFor(fixture, async (client) => {
        expect(await client.post(body, never)).to.deep.equal({ kind: 'rejected', error: { code, complaints, retryAfter: undefined } });
      }));
  }

  for (const [fixture, code, retryAfterMs] of [
    ['error.400-forum-needs-thread.json', 'INTEGRATION_MISCONFIGURED', undefined],
    ['error.401-invalid-token.json', 'INTEGRATION_UNAUTHORIZED', undefined],
    ['error.404-unknown-webhook.json', 'INTEGRATION_NOT_FOUND', undefined],
    ['error.429-bucket.json', 'INTEGRATION_RATE_LIMITED', 657],
    ['error.429-global.json', 'INTEGRATION_RATE_LIMITED', 64_570],
    ['error.429-shared.json', 'INTEGRATION_RATE_LIMITED', 1_336_570],
    ['error.429-cloudflare-html.json', 'INTEGRATION_RATE_LIMITED', 600_000],
    ['error.5xx.json', 'INTEGRATION_UNAVAILABLE', undefined],
  ] as const) {
    it(`${fixture} is ${code}`, () =>
      clientFor(fixture, async (client) => {
        expect(await faultOf(client.post(body, never))).to.include({ code, retryAfterMs });
      }));
  }
});
