import type { Caller } from '../../platform/http/route.js';
import type { RequestActor } from '../lifecycle/transitions.js';

/** The person who acts on requests, and their address. */
export interface RequestCaller extends Caller {
  /** Client address. Absent: the server does it for them. */
  readonly address?: string;
  /** They did not sign in for it: they hold a link of a message. */
  readonly through?: 'message';
}

/** The actor as timelines and the audit log name it. */
export function actorFor({ userId, address, through }: RequestCaller): RequestActor {
  return { id: userId, address, ...(through ? { through } : {}) };
}

/** Returns the display name: people who joined read it, too. */
export function actorName(caller: Pick<RequestCaller, 'displayName'>): string {
  return caller.displayName;
}
