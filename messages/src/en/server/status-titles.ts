/** The short names of statuses, as the `title` of a problem document. */
export const statusTitleWords = {
  'status_title.400': 'Bad request',
  'status_title.401': 'Not signed in',
  'status_title.403': 'Not allowed',
  'status_title.404': 'Not found',
  'status_title.409': 'Conflict',
  'status_title.410': 'Gone',
  'status_title.413': 'Too large',
  'status_title.415': 'Unsupported media type',
  'status_title.416': 'Range not satisfiable',
  'status_title.422': 'Not valid',
  'status_title.429': 'Too many requests',
  'status_title.499': 'Client went away',
  'status_title.500': 'Internal error',
  'status_title.502': 'Bad gateway',
  'status_title.503': 'Unavailable',
  'status_title.507': 'Insufficient storage',
} as const;
