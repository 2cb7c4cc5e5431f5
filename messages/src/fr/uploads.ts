import type { uploadsMessages as english } from '../en/uploads.js';
import type { Translation } from '../messages.js';

export const uploadsMessages: Translation<typeof english> = {
  'uploads.link': 'Envois',
  'uploads.title': 'Envois',
  'uploads.lead':
    'Les fichiers que des personnes envoient pour leurs demandes. Un envoi que personne ne continue est supprimé après un jour.',
  'uploads.list': 'Envois',
  'uploads.room': '{taken} sur {quota} sont pris.',
  'uploads.room.off': 'Les envois sont désactivés.',
  'uploads.room.change': 'Changer les limites',
  'uploads.none': 'Aucun envoi',
  'uploads.none.body': 'Quand quelqu’un envoie les fichiers d’un livre depuis son navigateur, vous voyez ici où il en est.',
  'uploads.by': 'par {name}, {when}',
  'uploads.receiving': '{received} sur {bytes} sont arrivés, {count, plural, one {# fichier} other {# fichiers}}.',
  'uploads.progress': 'Fichiers reçus : {title}',
  'uploads.lastPiece': 'Le dernier morceau est arrivé {when}.',
  'uploads.noPiece': 'Rien n’est encore arrivé de {bytes}, {count, plural, one {# fichier} other {# fichiers}}.',
  'uploads.unpacking': 'Les fichiers sont préparés pour l’import ({bytes}).',
  'uploads.handed': 'Les fichiers sont en cours d’import ({bytes}). Pour l’arrêter, annulez la demande.',
  'uploads.failed': 'Échec : {fault}',
  'uploads.cancel': 'Annuler',
  'uploads.delete': 'Supprimer',
  'uploads.delete.of': 'Supprimer l’envoi en échec : {title}',
  'uploads.cancel.of': 'Annuler l’envoi : {title}',
  'uploads.cancel.title': 'Annuler l’envoi de « {title} » ?',
  'uploads.cancel.body': 'Ce que {name} a envoyé jusqu’ici ({bytes}) sera supprimé. Il faudra l’envoyer de nouveau.',
  'uploads.cancel.keep': 'Garder l’envoi',
  'uploads.cancel.confirm': 'Annuler l’envoi',
  'uploads.cancelled': 'L’envoi a été annulé.',
  'uploads.deleted': 'L’envoi en échec a été supprimé.',
};
