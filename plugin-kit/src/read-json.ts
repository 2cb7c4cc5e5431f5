import { readFileSync } from 'node:fs';

/** Reads a JSON file that holds an object. @throws Error naming the file */
export function readJson(path: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} cannot be read as JSON: ${(error as Error).message}`, { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${path} does not hold an object`);
  return value as Record<string, unknown>;
}
