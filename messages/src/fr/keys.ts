import type { keyMessages as english } from '../en/keys.js';
import type { Translation } from '../messages.js';

export const keyMessages: Translation<typeof english> = {
  'keys.title': 'Raccourcis clavier',
  'keys.palette': 'Aller à une page ou lancer une action',
  'keys.search': 'Aller au champ de recherche',
  'keys.next': 'Livre ou demande suivants',
  'keys.previous': 'Livre ou demande précédents',
  'keys.beside': 'Livre précédent ou suivant de la liste, dans le volet d’un livre',
  'keys.arrows': 'Entre les livres d’une liste',
  'keys.request': 'Demander le livre sélectionné',
  'keys.select': 'Sélectionner la demande, ou non',
  'keys.selectRange': 'Tout sélectionner de la dernière à celle-ci',
  'keys.help': 'Afficher ces raccourcis',
  'keys.switch': 'Utiliser des touches seules',
  'keys.switch.help': 'Désactivez-les dans ce navigateur si vous appuyez sur des lettres sans le vouloir. Ctrl K fonctionne toujours.',
  'verb.theme': 'Apparence : {scheme}',
  'verb.scan': 'Analyser la bibliothèque maintenant',
  'verb.scan.done': 'L’analyse de la bibliothèque est en cours.',
  'verb.backup': 'Faire une sauvegarde maintenant',
  'verb.backup.done': 'La sauvegarde est en cours.',
  'verb.addIntegration': 'Ajouter une intégration',
  'verb.importFiles': 'Importer des fichiers du serveur',
  'verb.takeIn': 'Reprendre un dossier de livres existant',
};
