import { expect } from 'chai';
import { composeMail, mailHost, type Mail } from './compose-mail.js';
import { isMailAddress } from './mail-address.js';
import { MailFault } from './mail-fault.js';
import { testServer } from './smtp-world.spec.support.js';

const NOW = new Date('2026-03-04T05:06:07.000Z');
const MAIL: Mail = { to: { address: 'ada@example.org' }, subject: 'News', text: 'Hello', html: '<p>Hello</p>' };

async function headersOf(mail: Partial<Mail>, senderName = 'Lectern'): Promise<string> {
  const { bytes } = await composeMail({ ...MAIL, ...mail }, testServer(25, { senderName }), 'example.org', NOW);
  return bytes.toString('utf8').split('\r\n\r\n')[0] ?? '';
}

function namesOf(headers: string): string[] {
  return headers
    .split('\r\n')
    .filter((line) => !/^[ \t]/.test(line))
    .map((line) => line.slice(0, line.indexOf(':')));
}

describe('a composed message', () => {
  const expected = ['Auto-Submitted', 'From', 'To', 'Subject', 'Message-ID', 'Date', 'MIME-Version', 'Content-Type'];

  for (const [what, breaking] of [
    ['CRLF', '\r\nBcc: eve@example.net\r\n\r\nbody'],
    ['LF', '\nBcc: eve@example.net'],
    ['CR', '\rBcc: eve@example.net'],
    ['a line separator', '\u2028Bcc: eve@example.net'],
    ['a null byte', '\0\nBcc: eve@example.net'],
  ] as const) {
    it(`has no more headers for ${what} in subject and names`, async () => {
      const headers = await headersOf(
        { subject: `A${breaking}`, to: { address: 'ada@example.org', name: `B${breaking}` } },
        `C${breaking}`,
      );

      expect(namesOf(headers).sort()).to.deep.equal([...expected].sort());
    });
  }

  it('has no header for an address that is none, and no recipient besides the one', async () => {
    const tricks = [
      'ada@example.org, eve@example.net',
      'ada@example.org\r\nBcc: eve@example.net',
      'ada@example.org> RCPT TO:<eve@example.net',
      '"a b"@example.org',
      'Ada <ada@example.org>',
      'group:ada@example.org;',
      'ada',
      '',
      `${'a'.repeat(65)}@example.org`,
      'ada@-example.org',
      'ada@[127.0.0.1]',
      'ada\0@example.org',
    ];

    for (const address of tricks) {
      const error = await composeMail({ ...MAIL, to: { address } }, testServer(25), 'example.org', NOW).catch((thrown: unknown) => thrown);
      expect(error, JSON.stringify(address)).to.be.instanceOf(MailFault).and.include({ reason: 'recipient_invalid', kind: 'permanent' });
    }
  });

  it('takes addresses as people have them', () => {
    for (const address of [
      'ada@example.org',
      'a.b+books@mail.example.co.uk',
      "o'neil@example.org",
      'jörg@bücher.example',
      'root@localhost',
    ]) {
      expect(isMailAddress(address), address).to.equal(true);
    }
  });

  it('names the link for leaving in one header, whatever is in it', async () => {
    const headers = await headersOf({ unsubscribe: 'https://example.org/a>\r\nBcc: eve@example.net<?q= <x>' });

    expect(namesOf(headers)).not.to.include('Bcc');
    expect(headers.replace(/\r\n /g, ' ')).to.match(/List-Unsubscribe: <https:\/\/example\.org\/[^<>\s]*>/);
    expect(namesOf(await headersOf({ unsubscribe: 'javascript:alert(1)' }))).not.to.include('List-Unsubscribe');
  });

  it('names the public host, and without one that of the sender', () => {
    const server = { senderAddress: 'a@bücher.example' };

    expect(mailHost(server, 'https://books.example.org:8443/lectern')).to.equal('books.example.org');
    expect(mailHost(server, null)).to.equal('xn--bcher-kva.example');
    expect(mailHost(server, 'http://192.168.1.2:3939')).to.equal('xn--bcher-kva.example');
  });
});
