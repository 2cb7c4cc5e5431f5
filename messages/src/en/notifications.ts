/** The list of notifications, behind the bell and as a page. */
export const notificationMessages = {
  'notifications.new': 'New:',
  'notifications.deny': 'Deny the request',
  'notifications.all': 'All notifications',
  'notifications.settings': 'Settings',
  'notifications.unread': '{count, plural, =0 {You have read all of them.} one {# is new.} other {# are new.}}',
  'notifications.markedAll': 'All notifications are read.',
  'notifications.end': 'These are all of them. Lectern keeps notifications for 90 days.',
  'notifications.none': 'No notifications yet',
  'notifications.none.body': 'You are told here when your books are approved, arrive or need you.',
} as const;
