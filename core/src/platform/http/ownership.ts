import type { Sql } from '../db/index.js';
import type { HttpServerOptions } from './http-server-options.js';
import type { OwnedResource } from './route.js';

/** Statements about one kind of thing. Each takes the id of a thing and that of a user, in this order. */
export interface OwnerStatements {
  /** Finds the thing if the user owns it. */
  readonly owner: string;
  /** Finds something if the user subscribes to the thing; absent where nobody can. */
  readonly subscriber?: string;
}

/** A part that declares who owns its things. */
export interface Owning {
  readonly owned?: { readonly [Resource in OwnedResource]?: OwnerStatements };
}

/**
 * Whose a thing is, for routes that declare ownership. A kind of thing that nobody declares has no owners.
 *
 * @throws Error when two declare the same kind
 */
export function createOwnership(sql: Pick<Sql, 'get'>, parts: readonly Owning[]): HttpServerOptions['owns'] {
  const statements = new Map<string, OwnerStatements>();
  for (const [resource, found] of parts.flatMap(({ owned = {} }) => Object.entries(owned))) {
    if (statements.has(resource)) throw new Error(`two features declare whose a ${resource} is`);
    statements.set(resource, found);
  }
  return async ({ userId }, resource, id, orSubscribes) => {
    const { owner, subscriber } = statements.get(resource) ?? {};
    const asked = [owner, orSubscribes ? subscriber : undefined].filter((statement) => statement !== undefined);
    for (const statement of asked) if (await sql.get(statement, [id, userId])) return true;
    return false;
  };
}
