import { answering, type BrowserState } from './browser-states.js';
import type { LookedAt } from './looked-at.js';

/** Plugins whose forms admins fill in; those of shelves are pages of people. */
const WITH_FORMS = [
  'catalog-audible',
  'client-nzbget',
  'client-qbittorrent',
  'client-sabnzbd',
  'client-transmission',
  'ebook-annas',
  'indexer-prowlarr',
  'media-audiobookshelf',
  'media-plex',
  'notify-discord',
  'notify-gotify',
  'notify-ntfy',
  'notify-pushover',
  'sign-in-oidc',
];

const REQUEST = {
  id: '00000000-0000-4000-8000-000000000001',
  type: 'audiobook',
  asin: 'B0DEMO0001',
  title: 'The Adventures of Sherlock Holmes',
  author: 'Arthur Conan Doyle',
  narrators: ['Eleanor Whitcombe'],
  requester: 'Rita Reader',
  note: 'For the long drive in July.',
  createdAt: new Date(Date.now() - 26 * 3_600_000).toISOString(),
};

/** What the link of a message opens. */
function link(rest: object): BrowserState {
  const open = { state: 'open', action: 'approve', decider: 'Ada Admin', request: REQUEST };
  return { ...answering('/api/decision-links/read', { ...open, ...rest }), method: 'POST' };
}

const decision = {
  outcome: 'denied',
  by: 'Ada Admin',
  reason: 'We have the paper book.',
  at: new Date(Date.now() - 3_600_000).toISOString(),
};

/** The forms of plugins, links of messages, and a page that is refused. */
export const FORM_PAGES: readonly LookedAt[] = [
  ...WITH_FORMS.map((plugin): LookedAt => ({ name: `form-${plugin}`, path: `/admin/integrations/new?plugin=${plugin}`, full: true })),
  { name: 'decide-approve', path: '/decide#token=look', as: 'nobody', state: link({}) },
  { name: 'decide-deny', path: '/decide#token=look', as: 'nobody', state: link({ action: 'deny' }) },
  { name: 'decide-decided', path: '/decide#token=look', as: 'nobody', state: link({ state: 'decided', decision }) },
  { name: 'decide-expired', path: '/decide#token=look', as: 'nobody', state: link({ state: 'expired' }) },
  { name: 'decide-invalid', path: '/decide#token=look', as: 'nobody' },
  { name: 'admin-forbidden', path: '/admin/settings', as: 'bernd' },
];
