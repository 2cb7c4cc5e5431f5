import type { NotificationSeverity } from '@lectern/plugin-api';

/** Settings of one Gotify integration, after validation against `settings.schema.json`. */
export type GotifySettings = {
  readonly serverUrl: string;
  /** A secret: that of an application, which may send and do nothing else. */
  readonly token: string;
  readonly showCover: boolean;
  /** 0 (no notification) to 10. */
  readonly infoPriority: number;
  readonly successPriority: number;
  readonly warningPriority: number;
  readonly errorPriority: number;
};

/** The priority for a severity. */
export function priorityOf(settings: GotifySettings, severity: NotificationSeverity): number {
  return settings[`${severity}Priority`];
}
