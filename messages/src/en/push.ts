/** Notifications on the devices of a person. */
export const pushMessages = {
  'push.title': 'Notifications on this device',
  'push.lead': 'Your browser shows what is new in Lectern, even while Lectern is not open.',
  'push.unsupported': 'This browser cannot show notifications of websites. Try another one, such as Chrome, Edge, Firefox or Safari.',
  'push.insecure':
    'Browsers allow notifications only over a secure connection. Open Lectern at an address that begins with https://, or ask your admin for one.',
  'push.homeScreen':
    'On an iPhone or iPad, add Lectern to the home screen first: tap Share, then “Add to Home Screen”. Open Lectern from there and come back to this page.',
  'push.blocked':
    'Your browser blocks notifications of Lectern. Allow them in the site settings, which open with the icon beside the address, or in the settings of your phone. Then reload this page.',
  'push.on': 'Notifications are on for this device.',
  'push.turnOn': 'Turn on',
  'push.turnedOn': 'Notifications are on for this device.',
  'push.turnOff': 'Turn off',
  'push.turnedOff': 'Notifications are off for this device.',
  'push.notAllowed': 'Your browser did not allow notifications, so they stay off.',
  'push.noService':
    'Your browser could not sign up with its push service. Check its connection, and whether its settings allow push messages, then try again.',
  'push.test': 'Send a test',
  'push.test.sent': 'A test is on its way to {count, plural, one {# device} other {# devices}}.',
  'push.test.none': 'No device is left to send a test to.',
  'push.test.failed': '{name}: {fault}',
  'push.devices': 'Devices that are notified',
  'push.device.unknown': 'Unknown device',
  'push.device.here': 'this device',
  'push.device.since': 'on since {date}',
  'push.remove': 'Remove',
} as const;
