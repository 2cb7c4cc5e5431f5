import { expect } from 'chai';
import { composeMail } from './compose-mail.js';
import { renderMail, type RenderedMessage } from './render-mail.js';
import { testServer } from './smtp-world.spec.support.js';

const MESSAGE: RenderedMessage = {
  title: 'Your book is here',
  lines: ['Dune by Frank Herbert is in the library.'],
  fields: [{ name: 'Narrator', value: 'Simon Vance' }],
  links: [
    { title: 'Open', url: 'https://books.example.org/requests/1' },
    { title: 'Listen', url: 'https://listen.example.org/' },
  ],
  severity: 'success',
  dedupeKey: 'd1',
};

const HOSTILE = {
  markup: '<script>alert(1)</script><img src=x onerror=alert(1)>"\'><a href="https://evil.example">',
  'turned writing': '\u202Egnp.exe\u2066\u200F',
  'null bytes': 'Du\0ne\u0007',
  'line breaks': 'Dune\r\nBcc: eve@example.net\u2028x',
  'half a character': 'Dune \uD83D',
  'a very long word': 'W'.repeat(100_000),
} as const;

/** What keeps a name by itself turns nothing around it, as long as it ends in its line. */
function withoutClosedIsolates(text: string): string {
  const inner = text.replace(/[\u2066\u2068]([^\u2066-\u2069\n]*)\u2069/g, '$1');
  return inner === text ? text : withoutClosedIsolates(inner);
}

describe('a message as e-mail', () => {
  it('has all of it in both parts', () => {
    const { subject, text, html, key } = renderMail(MESSAGE, { unsubscribe: 'https://books.example.org/account' });

    expect(subject).to.equal('Your book is here');
    expect(key).to.equal('d1');
    for (const part of [text, html]) {
      for (const words of [
        'Dune by Frank Herbert',
        'Narrator',
        'Simon Vance',
        'https://books.example.org/requests/1',
        'https://listen.example.org/',
        'https://books.example.org/account',
      ]) {
        expect(part).to.include(words);
      }
    }
  });

  it('loads nothing from anywhere, runs nothing, and knows both colour schemes', () => {
    const cover = { bytes: Buffer.from('picture'), contentType: 'image/jpeg' };
    const { html, pictures } = renderMail({ ...MESSAGE, coverUrl: 'https://covers.example.org/1.jpg' }, { cover });

    expect(html).not.to.match(/<(script|iframe|object|embed|link|form|svg)\b/i);
    expect(html.match(/\ssrc="[^"]*"/g)).to.deep.equal([' src="cid:cover@lectern"']);
    expect(html).not.to.match(/url\(|@import|covers\.example\.org/i);
    expect(html).to.include('name="color-scheme" content="light dark"').and.include('prefers-color-scheme:dark');
    expect(pictures).to.have.length(1);
  });

  for (const [what, text] of Object.entries(HOSTILE)) {
    it(`shows ${what} as text, in one line`, () => {
      const {
        subject,
        html,
        text: plain,
      } = renderMail({
        title: text,
        lines: [text],
        fields: [{ name: text, value: text }],
        links: [{ title: text, url: 'https://books.example.org/' }],
        severity: 'info',
      });

      expect(html).not.to.match(/<(script|img)\b|onerror=alert\(1\)>"|<a href="https:\/\/evil/);
      const [ownSubject, ownHtml, ownText] = [subject, html, plain].map(withoutClosedIsolates);
      expect(ownSubject).not.to.match(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028]/u);
      expect(ownHtml).not.to.match(/[\0\p{Cs}\p{Bidi_Control}\u2028]/u);
      expect(ownText).not.to.match(/[\0\p{Cs}\p{Bidi_Control}\u2028]|^Bcc:/mu);
      expect(html.length).to.be.below(20_000);
    });
  }

  it('has no links but those of the web', () => {
    const links = ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '//example.org', 'https://'].map((url) => ({
      title: 'x',
      url,
    }));
    const { html, text } = renderMail({ ...MESSAGE, links });

    expect(html).not.to.include('<a ');
    expect(text).not.to.match(/javascript|data:|file:/);
  });

  it('leaves out a cover that is too large, or of a kind that mail programs do not show', () => {
    const large = renderMail(MESSAGE, { cover: { bytes: Buffer.alloc(300 * 1024 + 1), contentType: 'image/jpeg' } });
    const odd = renderMail(MESSAGE, { cover: { bytes: Buffer.from('x'), contentType: 'image/svg+xml' } });

    for (const { html, pictures } of [large, odd]) {
      expect(pictures).to.equal(undefined);
      expect(html).not.to.include('<img');
    }
  });

  it('carries its cover within itself', async () => {
    const cover = { bytes: Buffer.from('the bytes of a picture'), contentType: 'image/png' };
    const mail = { to: { address: 'ada@example.org' }, ...renderMail(MESSAGE, { cover }) };

    const raw = (await composeMail(mail, testServer(25), 'example.org', new Date())).bytes.toString('utf8');

    expect(raw)
      .to.match(/Content-Type: multipart\/alternative/)
      .and.match(/Content-Type: multipart\/related/);
    expect(raw)
      .to.match(/Content-Id: <cover@lectern>/i)
      .and.match(/Content-Disposition: inline\r\n/);
    expect(raw).to.include(cover.bytes.toString('base64'));
  });

  it('names the language of the reader, and is written in its direction', () => {
    expect(renderMail(MESSAGE).html).to.include('<html lang="en" dir="ltr">');
    expect(renderMail(MESSAGE, { language: 'de' }).html)
      .to.include('<html lang="de" dir="ltr">')
      .and.include('<td align="left"');
    expect(renderMail(MESSAGE, { language: 'ar' }).html)
      .to.include('<html lang="ar" dir="rtl">')
      .and.include('<td align="right"');
  });
});
