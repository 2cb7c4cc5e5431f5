import type { NotificationSeverity } from '@lectern/plugin-api';
import { expect } from 'chai';
import { composeMessage } from './compose.js';
import { lengthOf } from './markup.js';
import { messageOf, settingsFor } from './pushover-world.spec.support.js';

const settings = settingsFor('https://api.pushover.net');

describe('composeMessage', () => {
  it('makes a message with its link below', () => {
    expect(composeMessage(messageOf(), settings)).to.deep.equal({
      message: 'Pride and Prejudice is ready.\n<b>Author:</b> Jane Austen',
      title: 'Request available',
      url: 'https://requests.example/requests/1',
      url_title: 'Open',
      priority: 0,
      html: 1,
      timestamp: 1_795_168_800,
    });
  });

  it('stays within every limit, counted in characters, with hostile text', () => {
    const long = '<&📚'.repeat(5000);
    const form = composeMessage(
      messageOf({
        title: long,
        lines: [long, long],
        fields: Array.from({ length: 40 }, () => ({ name: long, value: long })),
        links: [
          { title: long, url: `https://requests.example/${'x'.repeat(600)}` },
          { title: long, url: 'https://requests.example/2' },
        ],
      }),
      settings,
    );

    expect(lengthOf(form.message)).to.be.at.most(1024).and.at.least(1000);
    expect(lengthOf(form.title ?? '')).to.equal(250);
    expect(form.url).to.equal('https://requests.example/2');
    expect(lengthOf(form.url_title ?? '')).to.equal(100);
  });

  it('uses all 1024 characters, four bytes long or not', () => {
    const exact = composeMessage(messageOf({ lines: ['📚'.repeat(1024)], fields: [] }), settings);
    const over = composeMessage(messageOf({ lines: ['📚'.repeat(1025)], fields: [] }), settings);

    expect(exact.message).to.equal('📚'.repeat(1024));
    expect(over.message).to.equal(`${'📚'.repeat(1023)}…`);
  });

  it('never cuts an entity or a tag in half', () => {
    for (let length = 900; length < 1100; length += 1) {
      const { message } = composeMessage(messageOf({ lines: ['x'.repeat(length) + '<b>&'.repeat(80)] }), settings);
      const rest = message.replace(/<b>Author:<\/b>/, '').replace(/&(lt|gt|amp|quot);/g, '');
      expect(rest, `${length}`).to.not.match(/[<>&]/);
      expect(message).to.match(/<b>Author:<\/b> Jane Austen$/);
    }
  });

  it('escapes text from outside', () => {
    const form = composeMessage(
      messageOf({
        lines: ['<a href="http://evil.example">x</a> & y'],
        fields: [{ name: '<b>', value: '"q"' }],
        links: [
          { title: 'Open', url: 'https://requests.example/1' },
          { title: '<i>', url: 'https://requests.example/2?a=1&b="' },
          { title: 'no', url: 'javascript:alert(1)' },
        ],
      }),
      settings,
    );

    expect(form.message).to.equal(
      [
        '&lt;a href=&quot;http://evil.example&quot;&gt;x&lt;/a&gt; &amp; y',
        '<b>&lt;b&gt;:</b> &quot;q&quot;',
        '<a href="https://requests.example/2?a=1&amp;b=%22">&lt;i&gt;</a>',
      ].join('\n'),
    );
  });

  it('never sends an empty text', () => {
    const empty = { lines: [' '], fields: [{ name: '', value: 'x' }], links: [] };

    expect(composeMessage(messageOf({ ...empty, title: ' ' }), settings).message).to.equal('request_available');
    expect(composeMessage(messageOf(empty), settings).message).to.equal('Request available');
    expect(composeMessage(messageOf({ occurredAt: 'yesterday' }), settings)).to.not.have.property('timestamp');
  });

  for (const [severity, priority] of [
    ['info', -2],
    ['success', -1],
    ['warning', 1],
    ['error', 2],
  ] as const satisfies readonly (readonly [NotificationSeverity, number])[]) {
    it(`gives ${severity} its own priority`, () => {
      const chosen = { ...settings, infoPriority: -2, successPriority: -1, warningPriority: 1, errorPriority: 2 };

      const form = composeMessage(messageOf({ severity }), chosen);

      expect(form.priority).to.equal(priority);
      expect([form.retry, form.expire]).to.deep.equal(priority === 2 ? [60, 3600] : [undefined, undefined]);
    });
  }

  it('names devices and a sound when they are chosen', () => {
    const form = composeMessage(messageOf(), { ...settings, devices: ['iphone', 'desktop'], sound: 'bike' });

    expect(form).to.include({ device: 'iphone,desktop', sound: 'bike' });
  });
});
