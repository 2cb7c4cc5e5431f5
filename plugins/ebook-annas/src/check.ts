import { isIntegrationError } from '@lectern/plugin-api';
import type { Call, CheckResult } from '@lectern/plugin-api';
import type { ArchiveClient } from './client.js';
import { detail } from './detail.js';
import type { Member } from './member.js';
import type { Mirrors } from './mirrors.js';
import { readSearchPage } from './search-page.js';
import type { Solver } from './solver.js';

/** A book in the public domain that every archive of books has. */
const QUESTION = { q: 'pride and prejudice jane austen', ext: ['epub'], lang: ['en'], content: ['book_fiction'] };

/** Says whether searching works and what the key allows, and names what is wrong. */
export function createCheck(parts: {
  readonly client: ArchiveClient;
  readonly mirrors: Mirrors;
  readonly solver: Solver | undefined;
  readonly member: Member | undefined;
}) {
  const { client, mirrors, solver, member } = parts;
  return async function check({ signal }: Call): Promise<CheckResult> {
    const { base, value } = await mirrors.first(
      async (address) => readSearchPage(await client.page(address, '/search', QUESTION, signal), new URL(address).host),
      signal,
    );
    const details = [detail('pages_readable', { host: new URL(base).host })];
    if (solver) details.push(await solver.hello(signal));
    const known = value[0];
    if (member && known) {
      try {
        details.push(await member.probe(base, known.md5, signal));
      } catch (error) {
        // a missing file says nothing about the key
        if (!isIntegrationError(error) || error.code !== 'INTEGRATION_NOT_FOUND') throw error;
        details.push(detail('member_key_not_tried'));
      }
    }
    return { ok: true, details };
  };
}
