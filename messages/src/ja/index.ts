import type { Groups } from '../messages.js';

/** Japanese. */
export const japanese = {
  account: async () => (await import('./account.js')).accountMessages,
  admin: async () => (await import('./admin.js')).adminMessages,
  audit: async () => (await import('./audit.js')).auditMessages,
  decide: async () => (await import('./decide.js')).decideMessages,
  following: async () => (await import('./following.js')).followMessages,
  keys: async () => (await import('./keys.js')).keyMessages,
  logs: async () => (await import('./logs.js')).logMessages,
  notifications: async () => (await import('./notifications.js')).notificationMessages,
  notificationSettings: async () => (await import('./notification-settings.js')).notificationSettingsMessages,
  ownReleases: async () => (await import('./own-releases.js')).ownReleaseMessages,
  push: async () => (await import('./push.js')).pushMessages,
  releases: async () => (await import('./releases.js')).releaseMessages,
  reports: async () => (await import('./reports.js')).reportMessages,
  requestLists: async () => (await import('./request-lists.js')).requestListMessages,
  shell: async () => (await import('./shell.js')).shellMessages,
  shelves: async () => (await import('./shelves.js')).shelfMessages,
  statistics: async () => (await import('./statistics.js')).statisticsMessages,
} as const satisfies Groups;
