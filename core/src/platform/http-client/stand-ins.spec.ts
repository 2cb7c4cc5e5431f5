import { expect } from 'chai';
import type { Exchange, WireRequest } from './exchange.js';
import { withStandIns } from './stand-ins.js';

const options = { maxBytes: 10, signal: new AbortController().signal };

function recorder(): { readonly asked: string[]; readonly exchange: Exchange } {
  const asked: string[] = [];
  const exchange: Exchange = async ({ url }) => {
    asked.push(url.href);
    return { status: 200, headers: {}, url, body: Buffer.alloc(0) };
  };
  return { asked, exchange };
}

function get(url: string): WireRequest {
  return { method: 'GET', url: new URL(url), headers: {} };
}

describe('stand-ins', () => {
  it('send requests to another server and keep the original address', async () => {
    const { asked, exchange } = recorder();
    const standing = withStandIns(exchange, { 'https://api.example.org': 'http://127.0.0.1:4000' });

    const answer = await standing(get('https://api.example.org/v1?q=a%2Fb'), options);

    expect(asked).to.deep.equal(['http://127.0.0.1:4000/v1?q=a%2Fb']);
    expect(answer.url.href).to.equal('https://api.example.org/v1?q=a%2Fb');
  });

  it('leave all other origins alone', async () => {
    const { asked, exchange } = recorder();
    const standing = withStandIns(exchange, { 'https://api.example.org': 'http://127.0.0.1:4000' });

    await standing(get('http://api.example.org/'), options);
    await standing(get('https://api.example.org.evil.example/'), options);

    expect(asked).to.deep.equal(['http://api.example.org/', 'https://api.example.org.evil.example/']);
  });

  it('cannot be made to change the host through a path', async () => {
    const { asked, exchange } = recorder();

    await withStandIns(exchange, { 'https://a.example': 'http://127.0.0.1:4000' })(get('https://a.example//evil.example/x'), options);

    expect(asked).to.deep.equal(['http://127.0.0.1:4000//evil.example/x']);
  });
});
