import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { ESLint, Linter } from 'eslint';
import tseslint from 'typescript-eslint';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** The library for e-mail, which would open sockets of its own. */
const BY_E_MAIL: readonly string[] = [
  "import nodemailer from 'nodemailer';",
  "export const load = () => import('nodemailer/lib/smtp-connection');",
];

/** Code that reaches the network, or starts a program, without the guard. */
const PAST_THE_GUARD: readonly string[] = [
  "import got from 'got';",
  "import { request } from 'node:https';",
  "import http from 'node:http';",
  "import { Agent, fetch as go } from 'undici';",
  "import { connect } from 'node:net';",
  "import { createSocket } from 'node:dgram';",
  "export const load = () => import('got');",
  "const { get } = require('node:http');",
  "export const cover = () => fetch('http://example.org');",
  "export const cover = () => globalThis.fetch('http://example.org');",
  "export const live = new WebSocket('ws://example.org');",
  "import { spawn } from 'node:child_process';",
  ...BY_E_MAIL,
];

const THROUGH_A_SHELL: readonly string[] = [
  "import { exec } from 'node:child_process';",
  "import { spawn } from 'node:child_process'; spawn('ls', [], { shell: true });",
  "import { spawn } from 'node:child_process'; spawn('ls', [], { shell: '/bin/sh' });",
];

const RAW_MARKUP: readonly string[] = [
  'export const A = () => <p dangerouslySetInnerHTML={{ __html: title }} />;',
  'document.body.innerHTML = title;',
  "node.insertAdjacentHTML('beforeend', title);",
  'document.write(title);',
  'eval(title);',
];

/** Addresses that miss the path of the server, and names that another server of the host would have as well. */
const BESIDE_THE_PATH: readonly string[] = [
  "fetch('/api/home');",
  'fetch(`/api/books/${asin}`);',
  "new EventSource('/api/events');",
  "globalThis.location.assign('/sign-in');",
  "globalThis.location.href = '/sign-in';",
  "globalThis.open('/api/docs');",
  "upload.open('POST', '/api/uploads');",
  'link.href = path;',
  'export const A = () => <a href="/api/docs" />;',
  'export const A = () => <img src="/icon.svg" />;',
  "new BroadcastChannel('lectern-events');",
  "navigator.locks.request('lectern-events', work);",
  "caches.open('lectern-answers');",
];

const WITH_THE_PATH: readonly string[] = [
  "fetch(withBase('/api/home'));",
  'link.href = withBase(path);',
  "new BroadcastChannel(nameHere('lectern-events'));",
  "navigator.locks.request(nameHere('lectern-events'), work);",
];

const HARMLESS: readonly string[] = [
  "import type { IncomingHttpHeaders } from 'node:http'; export type H = IncomingHttpHeaders;",
  "import { isIP } from 'node:net'; export const is = isIP('::1');",
];

describe('code that could reach the network or a shell by itself', () => {
  /** Returns the complaints of the rules against it, as they are configured for a file, about a piece of code. */
  async function complaints(file: string, code: string, ecmaFeatures = {}): Promise<string[]> {
    const config = (await new ESLint({ cwd: root }).calculateConfigForFile(file)) as { rules: Linter.RulesRecord };
    const rules = Object.fromEntries(Object.entries(config.rules).filter(([name]) => /no-restricted-|no-eval/.test(name)));
    const linter = new Linter();
    const found = linter.verify(
      code,
      [
        {
          files: ['**/*.ts'],
          languageOptions: { parser: tseslint.parser, parserOptions: { ecmaFeatures } },
          plugins: { '@typescript-eslint': tseslint.plugin },
          rules,
        },
      ],
      { filename: 'a.ts' },
    );
    return found.map(({ message }) => message);
  }

  for (const file of [
    'core/src/features/covers/cover-service.ts',
    'core/src/plugin-host/plugin-host.ts',
    'plugins/sign-in-any/src/client.ts',
  ]) {
    it(`is refused in ${file}`, async () => {
      for (const code of [...PAST_THE_GUARD, ...THROUGH_A_SHELL]) expect(await complaints(file, code), code).to.not.deep.equal([]);
      for (const code of HARMLESS) expect(await complaints(file, code), code).to.deep.equal([]);
    });
  }

  it('is refused the library for e-mail but where it gets a socket from the guard, and sockets there as well', async () => {
    const sockets = PAST_THE_GUARD.filter((code) => !BY_E_MAIL.includes(code));
    for (const file of ['core/src/features/mail/smtp-session.ts', 'core/src/features/mail/compose-mail.ts']) {
      for (const code of BY_E_MAIL) expect(await complaints(file, code), code).to.deep.equal([]);
      for (const code of sockets) expect(await complaints(file, code), code).to.not.deep.equal([]);
    }
    for (const code of BY_E_MAIL) expect(await complaints('core/src/features/mail/mailer.ts', code), code).to.not.deep.equal([]);
  });

  it('is refused a shell also where programs are started', async () => {
    for (const code of THROUGH_A_SHELL) {
      expect(await complaints('core/src/files/checking/run-command.ts', code), code).to.not.deep.equal([]);
    }
  });

  for (const file of ['core/src/platform/http-client/plugin-http.ts', 'core/src/app.ts', 'plugins/any/src/a.ts', 'web/src/a.ts']) {
    it(`is refused signals that nobody lets go of, in ${file}`, async () => {
      expect(await complaints(file, 'export const both = AbortSignal.any([one, two]);')).to.have.length(1);
    });
  }

  it('is refused raw markup in pages', async () => {
    for (const code of RAW_MARKUP) {
      expect(await complaints('web/src/pages/home/home-page.tsx', code, { jsx: true }), code).to.not.deep.equal([]);
    }
  });

  it('is refused addresses and names in pages that miss the path of the server', async () => {
    const at = (code: string) => complaints('web/src/api/live-events.ts', code, { jsx: true });
    for (const code of BESIDE_THE_PATH) expect(await at(code), code).to.not.deep.equal([]);
    for (const code of WITH_THE_PATH) expect(await at(code), code).to.deep.equal([]);
  });
});
