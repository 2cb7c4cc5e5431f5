import { isIntegrationError } from '@lectern/plugin-api';
import { expect } from 'chai';
import { webhookAddress } from './webhook-url.js';

const PATH = '/api/webhooks/123456789012345678/To-ken_1';

function refusal(url: string, allowOtherHost = false): string {
  try {
    webhookAddress(url, allowOtherHost);
  } catch (error) {
    if (isIntegrationError(error) && error.field === 'webhookUrl') return error.message;
    throw error;
  }
  throw new Error(`expected ${url} to be refused`);
}

describe('webhookAddress', () => {
  it("accepts Discord's hosts, in any case, with and without version", () => {
    for (const host of ['discord.com', 'discordapp.com', 'ptb.discord.com', 'canary.discord.com', 'DISCORD.com']) {
      expect(webhookAddress(`https://${host}${PATH}`, false)).to.equal(`https://${host.toLowerCase()}${PATH}`);
    }
    expect(webhookAddress('https://discord.com/api/v10/webhooks/1/T', false)).to.equal('https://discord.com/api/v10/webhooks/1/T');
  });

  it('drops query, fragment, blanks and trailing slash', () => {
    expect(webhookAddress(` https://discord.com${PATH}/?wait=false#x `, false)).to.equal(`https://discord.com${PATH}`);
  });

  it('refuses other hosts unless they are allowed, and never repeats the address', () => {
    for (const url of [
      `https://discord.com.evil.example${PATH}`,
      `https://evil.example${PATH}`,
      `http://127.0.0.1${PATH}`,
      `https://discord.com:8443${PATH}`,
      `https://user:pass@discord.com${PATH}`,
      'https://discord.com/api/users/@me',
      'https://discord.com/api/webhooks/1',
      'file:///etc/passwd',
      'not an address To-ken_1',
    ]) {
      expect(refusal(url)).to.not.include('To-ken_1').and.not.include('evil');
    }
    expect(webhookAddress(`http://chat.example/hooks/a`, true)).to.equal('http://chat.example/hooks/a');
    expect(refusal('ftp://chat.example/hooks/a', true)).to.include('https://');
  });
});
