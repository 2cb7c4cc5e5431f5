import type { Groups } from '../messages.js';

/** Japanese. */
export const japanese = {
  account: async () => (await import('./account.json', { with: { type: 'json' } })).default,
  admin: async () => (await import('./admin.json', { with: { type: 'json' } })).default,
  audit: async () => (await import('./audit.json', { with: { type: 'json' } })).default,
  decide: async () => (await import('./decide.json', { with: { type: 'json' } })).default,
  following: async () => (await import('./following.json', { with: { type: 'json' } })).default,
  keys: async () => (await import('./keys.json', { with: { type: 'json' } })).default,
  logs: async () => (await import('./logs.json', { with: { type: 'json' } })).default,
  notifications: async () => (await import('./notifications.json', { with: { type: 'json' } })).default,
  notificationSettings: async () => (await import('./notification-settings.json', { with: { type: 'json' } })).default,
  ownReleases: async () => (await import('./own-releases.json', { with: { type: 'json' } })).default,
  push: async () => (await import('./push.json', { with: { type: 'json' } })).default,
  releases: async () => (await import('./releases.json', { with: { type: 'json' } })).default,
  reports: async () => (await import('./reports.json', { with: { type: 'json' } })).default,
  requestLists: async () => (await import('./request-lists.json', { with: { type: 'json' } })).default,
  shell: async () => (await import('./shell.json', { with: { type: 'json' } })).default,
  shelves: async () => (await import('./shelves.json', { with: { type: 'json' } })).default,
  statistics: async () => (await import('./statistics.json', { with: { type: 'json' } })).default,
} as const satisfies Groups;
