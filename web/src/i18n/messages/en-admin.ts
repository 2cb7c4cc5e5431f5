/** Messages of the setup wizard, the admin pages and the form renderer; loaded with them. */
export const adminMessages = {
  'admin.title': 'Admin',
} as const;
