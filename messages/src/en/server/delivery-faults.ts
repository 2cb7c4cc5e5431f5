/** Why a message or an event did not reach whom it was for. `{host}` is the push service of a browser. */
export const deliveryFaultWords = {
  'delivery_fault.unknown_device': '{host} does not know this device any more.',
  'delivery_fault.device_refused': '{host} did not take the message (HTTP {status}).',
  'delivery_fault.secret_unreadable': 'The secret of the webhook cannot be read. Make a new one, then send the event again.',
  'delivery_fault.webhook_off': 'The webhook was switched off.',
  'delivery_fault.given_up': 'It was given up after {attempts, plural, one {# attempt} other {# attempts}} in about 24 hours.',
  'delivery_fault.webhook_failing': 'The webhook was paused, because it had taken no event for {days, plural, one {# day} other {# days}}.',
  'delivery_fault.webhook_overrun':
    'The webhook was paused, because it failed while more than {count, plural, one {# event} other {# events}} waited for it.',
  'delivery_fault.integration_removed': 'The integration was removed.',
  'delivery_fault.integration_off': '{name} is switched off.',
  'delivery_fault.integration_not_ready': '{name} is not ready.',
  'delivery_fault.not_within_a_day': 'It could not be delivered within a day.',
  'delivery_fault.account_unusable': 'The account cannot be used any more.',
  'delivery_fault.too_late': 'It could not be delivered in time.',
  'delivery_fault.target_removed': 'The target was removed.',
  'delivery_fault.abandoned': 'It was given up before it could be sent.',
  'delivery_fault.cut_off': 'The server stopped while this was being sent.',
  'delivery_fault.perhaps_arrived': 'It may or may not have arrived, so it is not sent again.',
  'delivery_fault.perhaps_sent': 'It may have been sent since then, so it is not sent again.',
  'delivery_fault.perhaps_delivered': 'It may have been sent since then, so it is not sent again by itself.',
} as const;
