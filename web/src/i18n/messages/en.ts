import { bookMessages } from './en-books.js';
import { frameMessages } from './en-frame.js';
import { homeMessages } from './en-home.js';
import { ownReleaseMessages } from './en-own-releases.js';
import { profileMessages } from './en-profile.js';
import { releaseMessages } from './en-releases.js';
import { requestMessages } from './en-requests.js';
import { signInMessages } from './en-sign-in.js';

/** Messages of all pages that the first load includes. Admin pages have `en-admin.ts`. */
export const shellMessages = {
  ...frameMessages,
  ...bookMessages,
  ...homeMessages,
  ...ownReleaseMessages,
  ...profileMessages,
  ...releaseMessages,
  ...requestMessages,
  ...signInMessages,
} as const;
