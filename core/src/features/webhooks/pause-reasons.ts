/** Why Lectern switched a webhook off: it took nothing for days, or so much waits that it can hardly be caught up with. */
export const PAUSE_REASONS = ['failing', 'too_many_waiting'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];
