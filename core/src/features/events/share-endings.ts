import type { ChangeFeed } from '../../platform/change-feed/index.js';
import type { LiveConnections } from './live-connections.js';

const TOPIC = 'streams.end';
const ENDINGS = ['endSession', 'endToken', 'endUser'] as const;

interface Ending {
  readonly how: (typeof ENDINGS)[number];
  readonly id: string;
}

/** Ends streams in all processes, because a browser may listen at another process than the one it signed out at. */
export function shareEndings(own: LiveConnections, feed: Pick<ChangeFeed, 'send' | 'hear'>): LiveConnections {
  feed.hear(TOPIC, (data) => {
    const { how, id } = (data ?? {}) as Partial<Ending>;
    if (how !== undefined && ENDINGS.includes(how) && id !== undefined) own[how](id);
  });

  const everywhere = (how: Ending['how']) => (id: string) => {
    own[how](id);
    feed.send(TOPIC, { how, id } satisfies Ending);
  };

  return {
    ...own,
    endSession: everywhere('endSession'),
    endToken: everywhere('endToken'),
    endUser: everywhere('endUser'),
  };
}
