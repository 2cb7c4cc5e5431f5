import type { blocklistMessages as english } from '../en/blocklist.js';
import type { Translation } from '../messages.js';

export const blocklistMessages: Translation<typeof english> = {
  'blocklist.title': 'Sperrliste',
  'blocklist.lead':
    'Releases, die nicht wieder genommen werden, jedes für ein Buch. Entsperre eines, wenn es versehentlich gesperrt wurde.',
  'blocklist.search': 'Releases, Bücher und Gründe durchsuchen',
  'blocklist.show': 'Anzeigen',
  'blocklist.show.blocked': 'Gesperrt',
  'blocklist.show.lifted': 'Entsperrt',
  'blocklist.none': 'Nichts ist gesperrt',
  'blocklist.none.body': 'Hier erscheinen Releases, die sich als kaputt erweisen oder die ein Admin zurückweist oder ersetzt.',
  'blocklist.none.lifted': 'Nichts wurde entsperrt',
  'blocklist.none.found': 'Nichts gefunden für „{search}“',
  'blocklist.everyBook': 'Jedes Buch',
  'blocklist.by': 'Gesperrt {when} von {name}',
  'blocklist.byServer': 'Gesperrt {when} von Lectern',
  'blocklist.lifted': 'entsperrt {when}',
  'blocklist.act.unblock': 'Entsperren',
  'blocklist.act.unblock.of': '{release} entsperren',
  'blocklist.act.block': 'Wieder sperren',
  'blocklist.act.block.of': 'Wieder sperren: {release}',
  'blocklist.done.unblock': 'Das Release darf wieder genommen werden.',
  'blocklist.done.block': 'Das Release ist wieder gesperrt.',
};
