import type { english } from './en/index.js';

type English = typeof english;

export type MessageGroup = keyof English;
type MessagesOf<G extends MessageGroup> = Awaited<ReturnType<English[G]>>;
export type MessageKey = { [G in MessageGroup]: keyof MessagesOf<G> }[MessageGroup];
