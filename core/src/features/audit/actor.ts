import type { Caller } from '../../platform/http/route.js';

/** Who did it. */
export interface Actor {
  readonly id?: string;
  /** As people know them; kept even when the account goes. */
  readonly name: string;
  /** Client address. */
  readonly address?: string;
}

/** The caller of a route as the audit log names them. */
export function actorOf(context: { readonly caller: Caller; readonly address: string }): Actor {
  return { id: context.caller.userId, name: context.caller.username, address: context.address };
}

/** The server acting by itself. */
export const SERVER_ACTOR: Actor = { name: 'server' };

/** An actor as columns of an entry. */
export function byActor(actor: Actor): { actorId?: string; actorName: string; address?: string } {
  return { actorId: actor.id, actorName: actor.name, address: actor.address };
}
