import type { transferWords as english } from '../../en/server/transfers.js';
import type { Translation } from '../../messages.js';

export const transferWords: Translation<typeof english> = {
  'transfer.disk_full': 'Le disque est plein.',
  'transfer.no_room': 'Il n’y a pas assez de place sur le disque pour le téléchargement.',
  'transfer.silent': '{host} n’a pas répondu à temps.',
  'transfer.too_large': '{host} : le fichier dépasse les {most} autorisés.',
  'transfer.web_page': '{host} a envoyé une page web au lieu du fichier.',
  'transfer.too_slow': '{host} envoie trop lentement.',
  'transfer.stopped': '{host} a cessé d’envoyer.',
  'transfer.ended_early': '{host} a terminé le fichier trop tôt.',
  'transfer.unusable_answers': '{host} donne des réponses inutilisables aux demandes du fichier.',
  'transfer.busy': '{host} nous demande de revenir plus tard (HTTP {status}).',
  'transfer.failing': '{host} est en panne en ce moment (HTTP {status}).',
  'transfer.gone': '{host} n’a plus le fichier (HTTP {status}).',
  'transfer.refused': '{host} ne fournit pas le fichier (HTTP {status}).',
  'transfer.checksum': 'Le fichier n’est pas celui qui était annoncé : son {algorithm} diffère.',
  'transfer.empty': 'Le fichier est vide.',
  'transfer.size': 'Le fichier fait {bytes, plural, one {# octet} other {# octets}} ; {announced} étaient annoncés.',
};
