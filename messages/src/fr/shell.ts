import { bookMessages } from './books.js';
import { frameMessages } from './frame.js';
import { homeMessages } from './home.js';
import { profileMessages } from './profile.js';
import { requestMessages } from './requests.js';
import { signInMessages } from './sign-in.js';

export const shellMessages = {
  ...frameMessages,
  ...bookMessages,
  ...homeMessages,
  ...profileMessages,
  ...requestMessages,
  ...signInMessages,
} as const;
