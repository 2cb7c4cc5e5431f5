import { ApiError } from '../../platform/http/problem.js';
import { createPasswordThreads, type PasswordThreadsOptions } from './password-threads.js';
import { sentence, type Sentence } from '../../platform/words/index.js';

const MIN_CHARACTERS = 8;
/** bcrypt ignores the rest. */
const MAX_BYTES = 72;

/** A hash without a known password, as expensive to compare as a real one. It is made up, because hashing takes a while. */
function decoyHash(cost: number): string {
  return `$2b$${String(cost).padStart(2, '0')}$${'Lectern'.repeat(8).slice(0, 52)}u`;
}

/** Hashes and compares passwords off the main thread. A `signal` is the client's: the work ends when it has gone. */
export interface PasswordHasher {
  /** @throws ApiError 422 `password_invalid`, 503 `too_busy` */
  hash(password: string, signal?: AbortSignal): Promise<string>;
  /** Takes the same time with and without a hash. @throws ApiError 503 `too_busy` */
  verify(password: string, hash: string | null | undefined, signal?: AbortSignal): Promise<boolean>;
  /** Ends the threads. */
  stop(): Promise<void>;
}

/** Makes the same password typed on different keyboards identical. */
function normalize(password: string): string {
  return password.normalize('NFKC');
}

function refuse(message: Sentence): never {
  throw new ApiError('password_invalid', message, { errors: [{ path: '/password', message }] });
}

/** @param options `cost`: bcrypt's, default 12; tests lower it */
export function createPasswordHasher(options: PasswordThreadsOptions & { readonly cost?: number } = {}): PasswordHasher {
  const cost = options.cost ?? 12;
  const threads = createPasswordThreads(options);
  // compared for unknown users
  const decoy = decoyHash(cost);
  return {
    async hash(password, signal) {
      const text = normalize(password);
      if ([...text].length < MIN_CHARACTERS) refuse(sentence('problem.password_too_short', { least: MIN_CHARACTERS }));
      if (Buffer.byteLength(text) > MAX_BYTES) refuse(sentence('problem.password_too_long', { most: MAX_BYTES }));
      return threads.hash({ text, cost }, signal);
    },
    async verify(password, hash, signal) {
      const text = normalize(password);
      const matches = await threads.compare({ text, hash: hash ?? decoy }, signal);
      return matches && hash !== null && hash !== undefined && Buffer.byteLength(text) <= MAX_BYTES;
    },
    stop: () => threads.stop(),
  };
}
