import { bookMessages } from './books.js';
import { frameMessages } from './frame.js';
import { homeMessages } from './home.js';
import { profileMessages } from './profile.js';
import { requestMessages } from './requests.js';
import { signInMessages } from './sign-in.js';

/** Messages of all pages that the first load includes. */
export const shellMessages = {
  ...frameMessages,
  ...bookMessages,
  ...homeMessages,
  ...profileMessages,
  ...requestMessages,
  ...signInMessages,
};
