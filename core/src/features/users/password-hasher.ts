import bcrypt from 'bcryptjs';
import PQueue from 'p-queue';
import { ApiError } from '../../platform/http/problem.js';

const MIN_CHARACTERS = 8;
/** bcrypt reads no further. */
const MAX_BYTES = 72;

/** A hash that no password is known to have, and as dear to compare with as a real one. Made up, as hashing takes a while. */
function decoyHash(cost: number): string {
  return `$2b$${String(cost).padStart(2, '0')}$${'Lectern'.repeat(8).slice(0, 52)}u`;
}

/** Hashes and compares passwords. */
export interface PasswordHasher {
  /** @throws ApiError 422 `password_invalid` */
  hash(password: string): Promise<string>;
  /** Takes the same time whether there is a hash or not. */
  verify(password: string, hash: string | null | undefined): Promise<boolean>;
}

/** The same password typed on two keyboards is one. */
function normalize(password: string): string {
  return password.normalize('NFKC');
}

function refuse(message: string): never {
  throw new ApiError(422, 'password_invalid', message, { errors: [{ path: '/password', message }] });
}

/** @param options `cost`: of bcrypt, 12 unless given; tests lower it */
export function createPasswordHasher(options: { readonly cost?: number } = {}): PasswordHasher {
  const cost = options.cost ?? 12;
  // computed in script: many sign-ins at once must not starve everything else
  const turns = new PQueue({ concurrency: 2 });
  // what unknown users are compared with
  const decoy = decoyHash(cost);
  return {
    async hash(password) {
      const text = normalize(password);
      if ([...text].length < MIN_CHARACTERS) refuse(`A password has at least ${MIN_CHARACTERS} characters.`);
      if (Buffer.byteLength(text) > MAX_BYTES) refuse(`A password has at most ${MAX_BYTES} bytes.`);
      return turns.add(() => bcrypt.hash(text, cost));
    },
    async verify(password, hash) {
      const text = normalize(password);
      const matches = await turns.add(() => bcrypt.compare(text, hash ?? decoy));
      return matches && hash !== null && hash !== undefined && Buffer.byteLength(text) <= MAX_BYTES;
    },
  };
}
