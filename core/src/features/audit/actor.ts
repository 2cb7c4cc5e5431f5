import type { Caller } from '../../platform/http/route.js';

/** The person or program that acted. */
export interface Actor {
  readonly id?: string;
  /** The visible name; kept even when the account is deleted. */
  readonly name: string;
  /** Client address. */
  readonly address?: string;
}

/** The caller of a route as an actor. */
export function actorOf(context: { readonly caller: Caller; readonly address: string }): Actor {
  return { id: context.caller.userId, name: context.caller.username, address: context.address };
}

/** The server acting on its own. */
export const SERVER_ACTOR: Actor = { name: 'server' };

/** An actor as columns of an entry. */
export function byActor(actor: Actor): { actorId?: string; actorName: string; address?: string } {
  return { actorId: actor.id, actorName: actor.name, address: actor.address };
}
