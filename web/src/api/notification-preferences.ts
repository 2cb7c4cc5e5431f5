import type { NotificationPreferences, PreferencesPatch } from './types.js';

/** The preferences as they will be after a change. */
export function patched(
  preferences: NotificationPreferences,
  { wants = {}, quietHours, digest }: PreferencesPatch,
): NotificationPreferences {
  return {
    ...preferences,
    events: preferences.events.map((event) => ({ ...event, wants: { ...event.wants, ...wants[event.id] } })),
    ...(quietHours === undefined ? {} : { quietHours }),
    ...(digest === undefined ? {} : { digest }),
  };
}

/** The change that takes a change back. It touches nothing else, so what was changed meanwhile stays. */
export function inverseOf(preferences: NotificationPreferences, { wants, quietHours, digest }: PreferencesPatch): PreferencesPatch {
  const wanted = (eventId: string, wayId: string): boolean => preferences.events.find(({ id }) => id === eventId)?.wants[wayId] ?? false;
  return {
    ...(wants === undefined
      ? {}
      : {
          wants: Object.fromEntries(
            Object.entries(wants).map(([eventId, ways]) => [
              eventId,
              Object.fromEntries(Object.keys(ways).map((wayId) => [wayId, wanted(eventId, wayId)])),
            ]),
          ),
        }),
    ...(quietHours === undefined ? {} : { quietHours: preferences.quietHours }),
    ...(digest === undefined ? {} : { digest: preferences.digest }),
  };
}
