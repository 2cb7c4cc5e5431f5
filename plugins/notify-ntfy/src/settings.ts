import type { NotificationSeverity } from '@lectern/plugin-api';

/** Settings of one ntfy integration, after validation against `settings.schema.json`. */
export type NtfySettings = {
  readonly serverUrl: string;
  /** A secret: on a server without accounts whoever knows it reads the messages. */
  readonly topic: string;
  /** A secret; absent on a server or topic without access control. */
  readonly token?: string;
  readonly showCover: boolean;
  /** 1 (lowest) to 5 (highest). */
  readonly infoPriority: number;
  readonly successPriority: number;
  readonly warningPriority: number;
  readonly errorPriority: number;
};

/** The priority for a severity. */
export function priorityOf(settings: NtfySettings, severity: NotificationSeverity): number {
  return settings[`${severity}Priority`];
}
