import { isIntegrationError, type HttpResponse } from '@lectern/plugin-api';
import { expect } from 'chai';
import { createGentleHttp } from './gentle-http.js';

const ANSWER = { status: 200 } as HttpResponse;

describe('gentle requests', () => {
  it('are never more than four at once, and all are sent', async () => {
    let running = 0;
    let most = 0;
    let made = 0;
    const http = createGentleHttp({
      async request() {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
        made += 1;
        return ANSWER;
      },
    });

    await Promise.all(Array.from({ length: 20 }, () => http.request({ url: 'https://api.example.test/' })));

    expect([most, made]).to.deep.equal([4, 20]);
  });

  it('continue after a failure, and are not sent if cancelled while they wait', async () => {
    const asked: string[] = [];
    let letGo: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    const http = createGentleHttp({
      async request({ url }) {
        asked.push(url);
        await gate;
        throw new Error('no');
      },
    });
    const stop = new AbortController();

    const first = Array.from({ length: 4 }, (_, index) => http.request({ url: `r${index}` }).catch(() => 'failed'));
    const cancelled = http.request({ url: 'cancelled', signal: stop.signal }).catch((error: unknown) => error);
    const last = http.request({ url: 'last' }).catch(() => 'failed');
    stop.abort();
    const fault = await cancelled;
    letGo();
    await Promise.all([...first, last]);

    expect(isIntegrationError(fault) && fault.code).to.equal('INTEGRATION_ABORTED');
    expect(asked).to.deep.equal(['r0', 'r1', 'r2', 'r3', 'last']);
  });
});
