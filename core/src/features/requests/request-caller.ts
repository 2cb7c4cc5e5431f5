import type { Caller } from '../../platform/http/route.js';
import type { RequestActor } from '../lifecycle/transitions.js';

/** Who does something to requests, and from where. */
export interface RequestCaller extends Caller {
  /** Client address. Absent: the server does it for them. */
  readonly address?: string;
}

/** As timelines and the audit log name them. */
export function actorFor({ userId, address }: RequestCaller): RequestActor {
  return { id: userId, address };
}

/** The display name: what is written down is read by those who joined, too. */
export function actorName(caller: Pick<RequestCaller, 'displayName'>): string {
  return caller.displayName;
}
