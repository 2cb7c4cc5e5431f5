import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACCOUNT_ERRORS } from './account-errors.js';
import { ADMINISTRATION_ERRORS } from './administration-errors.js';
import { BOOK_ERRORS } from './book-errors.js';
import { CALLING_ERRORS } from './calling-errors.js';
import { ERROR_CODES, namedError } from './error-codes.js';
import type { ErrorRow } from './error-row.js';
import { ENGLISH_WORDS } from '@lectern/messages/server';
import { INSTALL_ERRORS } from './install-errors.js';

const ROWS: readonly (readonly [string, ErrorRow])[] = Object.entries(ERROR_CODES);

describe('the table of error codes', () => {
  it('has each code once', () => {
    const parts = [CALLING_ERRORS, ACCOUNT_ERRORS, BOOK_ERRORS, ADMINISTRATION_ERRORS, INSTALL_ERRORS];

    expect(parts.flatMap((part) => Object.keys(part)).sort()).to.deep.equal(Object.keys(ERROR_CODES).sort());
  });

  it('says what is the matter and what to do in whole sentences', () => {
    const broken = ROWS.filter(([, { meaning, todo }]) => ![meaning, todo].every((text) => /^([A-Z`]|npm).*[.]$/.test(text)));

    expect(broken.map(([code]) => code)).to.deep.equal([]);
  });

  it('gives a code its usual status, and another one only where the row has it', () => {
    expect(namedError('quota_exceeded')).to.deep.equal({ code: 'quota_exceeded', status: 409 });
    expect(namedError('account_inactive')).to.deep.equal({ code: 'account_inactive', status: 403 });
    expect(namedError(['account_inactive', 409])).to.deep.equal({ code: 'account_inactive', status: 409 });
  });

  it('has no code with which nothing refuses', () => {
    const source = join(import.meta.dirname, '..');
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !/\.spec\.|(^|\/)test-|^error-codes\//.test(file),
    );
    // an InstallError names its code in capitals, and what nobody expected has its code from `toProblem`
    const refusal = /new (?:ApiError\(\s*\[?|InstallError\()\s*'([a-z0-9_]+)'|status: 500, code: '(internal)'/gi;
    const named = new Set(
      files.flatMap((file) =>
        [...readFileSync(join(source, file), 'utf8').matchAll(refusal)].map(([, code, unexpected]) => (code ?? unexpected)?.toLowerCase()),
      ),
    );

    expect(Object.keys(ERROR_CODES).filter((code) => !named.has(code))).to.deep.equal([]);
  });

  it('of installations advise what their messages end with', () => {
    for (const [code, { todo }] of Object.entries(INSTALL_ERRORS)) {
      expect(ENGLISH_WORDS[`install.todo.${code as keyof typeof INSTALL_ERRORS}`], code).to.equal(todo);
    }
  });
});
