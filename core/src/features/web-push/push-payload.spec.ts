import { expect } from 'chai';
import { contactAddress } from './contact-address.js';
import { payloadOf, topicOf } from './push-payload.js';

const FAMILY = '👨‍👩‍👧';

describe('the payload of push messages', () => {
  const read = (message: Parameters<typeof payloadOf>[0]) => JSON.parse(payloadOf(message)) as Record<string, string>;

  it('says what is shown, and which page a click opens', () => {
    expect(
      read({ title: 'Dune', body: 'It is in the library.', path: '/requests/1', icon: '/api/covers/B1', dedupeKey: 'k' }),
    ).to.deep.equal({
      title: 'Dune',
      body: 'It is in the library.',
      path: '/requests/1',
      icon: '/api/covers/B1',
      tag: topicOf('k'),
    });
  });

  for (const [what, body] of [
    ['letters', 'a'.repeat(5000)],
    ['umlauts', 'ü'.repeat(5000)],
    ['families of emoji', FAMILY.repeat(2000)],
    ['quotes and line breaks', '"\n'.repeat(4000)],
    ['halves of characters', '\ud83d'.repeat(4000)],
  ] as const) {
    it(`has at most 3 kB of ${what}, cut between characters`, () => {
      const payload = payloadOf({ title: FAMILY.repeat(300), body, path: '/', icon: `/${'i'.repeat(500)}`, dedupeKey: 'k' });

      const cut = JSON.parse(payload) as Record<string, string>;
      expect(Buffer.byteLength(payload)).to.be.within(2900, 3072);
      expect(cut['title']).to.equal(`${FAMILY.repeat(119)}…`);
      expect(body.startsWith(cut['body']?.slice(0, -1) ?? 'nothing')).to.equal(true);
      if (what === 'families of emoji') expect(cut['body']?.replaceAll(FAMILY, '')).to.equal('…');
    });
  }

  it('leaves short texts as they are', () => {
    expect(read({ title: 'a'.repeat(120), body: '', path: '/' })).to.deep.equal({ title: 'a'.repeat(120), path: '/', body: '' });
  });

  it('leads nowhere but to this server', () => {
    for (const path of ['https://evil.example/', '//evil.example', '/\\evil.example', 'requests', `/${'x'.repeat(700)}`])
      expect(read({ title: 't', body: 'b', path, icon: path })).to.deep.equal({ title: 't', body: 'b', path: '/' });
  });
});

describe('the topic of push messages', () => {
  it('has at most 32 characters of base64url, the same for the same key', () => {
    expect(topicOf('request 1 ü'))
      .to.match(/^[\w-]{32}$/)
      .and.to.equal(topicOf('request 1 ü'));
    expect(topicOf('a')).not.to.equal(topicOf('b'));
  });
});

describe('the contact that push services are given', () => {
  for (const [publicUrl, contact] of [
    ['https://books.example.org/lectern/', 'https://books.example.org'],
    ['https://books.example.org:8443', 'https://books.example.org:8443'],
    ['http://books.example.org', 'mailto:lectern@example.com'],
    ['https://lectern.local', 'mailto:lectern@example.com'],
    ['https://nas', 'mailto:lectern@example.com'],
    ['https://192.168.1.4', 'mailto:lectern@example.com'],
    [null, 'mailto:lectern@example.com'],
  ] as const) {
    it(`is ${contact} where the public address is ${publicUrl}`, () => {
      expect(contactAddress(publicUrl)).to.equal(contact);
    });
  }
});
