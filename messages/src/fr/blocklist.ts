import type { blocklistMessages as english } from '../en/blocklist.js';
import type { Translation } from '../messages.js';

export const blocklistMessages: Translation<typeof english> = {
  'blocklist.title': 'Liste de blocage',
  'blocklist.lead': 'Les releases qui ne sont plus prises, chacune pour un livre. Débloquez-en une si elle a été bloquée par erreur.',
  'blocklist.search': 'Chercher releases, livres et motifs',
  'blocklist.show': 'Afficher',
  'blocklist.show.blocked': 'Bloquées',
  'blocklist.show.lifted': 'Débloquées',
  'blocklist.none': 'Rien n’est bloqué',
  'blocklist.none.body': 'Les releases qui s’avèrent défectueuses, ou qu’un admin rejette ou remplace, apparaissent ici.',
  'blocklist.none.lifted': 'Rien n’a été débloqué',
  'blocklist.none.found': 'Rien trouvé pour « {search} »',
  'blocklist.everyBook': 'Tous les livres',
  'blocklist.by': 'Bloquée {when} par {name}',
  'blocklist.byServer': 'Bloquée {when} par Lectern',
  'blocklist.lifted': 'débloquée {when}',
  'blocklist.act.unblock': 'Débloquer',
  'blocklist.act.unblock.of': 'Débloquer {release}',
  'blocklist.act.block': 'Bloquer de nouveau',
  'blocklist.act.block.of': 'Bloquer de nouveau : {release}',
  'blocklist.done.unblock': 'La release peut de nouveau être prise.',
  'blocklist.done.block': 'La release est de nouveau bloquée.',
};
