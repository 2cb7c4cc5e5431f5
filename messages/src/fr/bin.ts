import type { binMessages as english } from '../en/bin.js';
import type { Translation } from '../messages.js';

export const binMessages: Translation<typeof english> = {
  'bin.link': 'Corbeille',
  'bin.title': 'Corbeille',
  'bin.lead': 'Les fichiers que Lectern n’a pas placés, et qui ont laissé la place à une autre copie. Ils sont supprimés après 30 jours.',
  'bin.list': 'Livres dans la corbeille',
  'bin.none': 'La corbeille est vide',
  'bin.none.body': 'Quand vous remplacez un livre signalé que Lectern n’a pas placé, ses fichiers arrivent ici.',
  'bin.files': '{count, plural, one {# fichier} other {# fichiers}}, {size}',
  'bin.from': 'Origine',
  'bin.since': 'Déplacé ici {when} par {name}',
  'bin.until': 'sera supprimé le {date}',
  'bin.busy': 'Les fichiers sont en cours de déplacement ou de suppression.',
  'bin.away':
    'Les fichiers sont inaccessibles. Le disque de la bibliothèque est-il monté ? En attendant, rien n’est supprimé automatiquement. Si quelqu’un les a supprimés à la main, « Supprimer maintenant » retire le livre de cette liste.',
  'bin.restore': 'Restaurer',
  'bin.restore.of': 'Restaurer : {title}',
  'bin.restored':
    '{count, plural, one {# fichier est} other {# fichiers sont}} de retour où {count, plural, one {il était} other {ils étaient}}.',
  'bin.restored.none': 'Aucun fichier n’a pu être remis en place.',
  'bin.delete': 'Supprimer maintenant',
  'bin.delete.of': 'Supprimer maintenant : {title}',
  'bin.delete.title': 'Supprimer les fichiers de « {title} » ?',
  'bin.delete.body':
    '{count, plural, one {# fichier} other {# fichiers}} ({size}) {count, plural, one {sera supprimé} other {seront supprimés}} du disque. C’est définitif.',
  'bin.delete.confirm': 'Supprimer {count, plural, one {# fichier} other {# fichiers}}',
  'bin.deleted': '{count, plural, one {# fichier a été supprimé} other {# fichiers ont été supprimés}}.',
};
