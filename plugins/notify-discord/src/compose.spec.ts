import { expect } from 'chai';
import { composeEmbed, composeText } from './compose.js';
import { messageOf, settingsFor } from './discord-world.spec.support.js';
import { lengthOf } from './markup.js';

const settings = settingsFor('https://discord.com/api/webhooks/1/T');

describe('composeEmbed', () => {
  it('makes one embed and pings nobody', () => {
    const body = composeEmbed(messageOf({ coverUrl: 'https://m.media-amazon.com/1.jpg' }), settings);

    expect(body).to.deep.equal({
      username: 'Lectern',
      allowed_mentions: { parse: [] },
      embeds: [
        {
          title: 'Request available',
          url: 'https://requests.example/requests/1',
          description: 'Pride and Prejudice is ready.',
          color: 0x22c55e,
          timestamp: '2026-11-20T10:00:00.000Z',
          thumbnail: { url: 'https://m.media-amazon.com/1.jpg' },
          fields: [{ name: 'Author', value: 'Jane Austen', inline: true }],
        },
      ],
    });
  });

  it('stays within every limit with hostile text', () => {
    const long = '*📚'.repeat(5000);
    const fields = Array.from({ length: 40 }, () => ({ name: long, value: long }));

    const [embed] = composeEmbed(messageOf({ title: long, lines: [long, long], fields }), settings).embeds ?? [];

    expect(lengthOf(embed?.title ?? '')).to.be.at.most(256);
    expect(lengthOf(embed?.description ?? '')).to.be.at.most(4096);
    const texts = [embed?.title, embed?.description, ...(embed?.fields ?? []).flatMap((field) => [field.name, field.value])];
    expect(texts.reduce((sum, text) => sum + lengthOf(text ?? ''), 0)).to.be.at.most(6000);
  });

  it('includes at most 25 fields, none of them empty', () => {
    const fields = [
      { name: 'Empty', value: ' ' },
      { name: '', value: 'x' },
      ...Array.from({ length: 30 }, () => ({ name: 'n', value: 'v' })),
    ];

    const [embed] = composeEmbed(messageOf({ fields }), settings).embeds ?? [];

    expect(embed?.fields).to.have.length(25);
    expect(embed?.fields?.every((field) => field.name === 'n')).to.equal(true);
  });

  it('leaves out private covers, bad dates and invalid links', () => {
    const message = messageOf({
      coverUrl: 'http://192.168.1.2/1.jpg',
      occurredAt: 'yesterday',
      links: [{ title: 'x', url: '/requests/1' }],
    });

    const [embed] = composeEmbed(message, settings).embeds ?? [];

    expect(embed).to.not.have.any.keys('thumbnail', 'timestamp', 'url');
    expect(
      composeEmbed(messageOf({ coverUrl: 'https://cdn.example/1.jpg' }), { ...settings, showCover: false }).embeds?.[0],
    ).to.not.have.property('thumbnail');
  });

  it('lists more links below the text', () => {
    const links = [
      { title: 'Request', url: 'https://requests.example/requests/1' },
      { title: 'Issue', url: 'https://requests.example/issues/2' },
    ];

    const [embed] = composeEmbed(messageOf({ links, lines: ['x'.repeat(9000)] }), settings).embeds ?? [];

    expect(embed?.description).to.match(/…\n\n\[Issue\]\(https:\/\/requests\.example\/issues\/2\)$/);
    expect(lengthOf(embed?.description ?? '')).to.be.at.most(4096);
  });

  it('applies silence, thread names and pictures, and drops names that Discord refuses', () => {
    const body = composeEmbed(messageOf(), {
      ...settings,
      silent: true,
      threadName: 'Library',
      username: 'My Discord Bot',
      avatarUrl: 'https://cdn.example/a.png',
    });

    expect(body).to.include({ flags: 4096, thread_name: 'Library', avatar_url: 'https://cdn.example/a.png' });
    expect(body).to.not.have.property('username');
  });
});

describe('composeText', () => {
  it('says the same without an embed, within 2000 characters, pinging nobody', () => {
    const short = composeText(messageOf({ title: '@everyone *hi*' }), settings);
    const long = composeText(messageOf({ lines: ['📚'.repeat(5000)] }), settings);

    expect(short.content).to.equal('**@everyone \\*hi\\***\nPride and Prejudice is ready.\nAuthor: Jane Austen');
    expect(short.allowed_mentions).to.deep.equal({ parse: [] });
    expect(lengthOf(long.content ?? '')).to.be.at.most(2000);
    expect(composeText(messageOf({ title: '', lines: [], fields: [] }), settings).content).to.equal('**request\\_available**');
  });
});
