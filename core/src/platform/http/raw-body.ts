import type { Context } from 'koa';
import { ApiError } from './problem.js';
import { sentence, type Sentence } from '../words/index.js';

function oneOf([first = '', ...others]: readonly string[]): string | Sentence {
  return others.reduce<string | Sentence>((type, other) => sentence('problem.types_or', { type, other }), first);
}

/**
 * Reads a body that is a file.
 *
 * @throws ApiError 415 for another media type, 413 for more than `limit` bytes, before more than that is read
 */
export async function readRawBody(ctx: Context, types: readonly string[], limit: number): Promise<Buffer> {
  const tooLarge = (): ApiError => new ApiError('body_too_large', sentence('problem.body_too_large', { bytes: limit }));
  const type = ctx.get('content-type').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!types.includes(type)) throw new ApiError('file_required', sentence('problem.file_required', { types: oneOf(types) }));
  if (Number(ctx.get('content-length')) > limit) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of ctx.req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
