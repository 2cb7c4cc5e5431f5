import type { settingsMessages as english } from '../en/settings.js';
import type { Translation } from '../messages.js';

export const settingsMessages: Translation<typeof english> = {
  'settings.sections': 'Rubriques',
  'settings.title': 'Paramètres',
  'settings.template.preview': 'Exemples',
  'settings.template.placed': 'Les livres déjà placés gardent leurs noms.',
  'settings.anyClient': 'N’importe quel client',
  'settings.clientGone': 'Un client supprimé',
  'settings.clientGone.so':
    'Les releases de cet indexeur vont au premier client qui les accepte. Choisissez un autre client, ou laissez le champ vide.',
  'folder.browse': 'Parcourir',
  'folder.title': 'Choisir un dossier',
  'folder.missing': 'Il n’y a pas de dossier « {path} ». Voici le plus proche :',
  'folder.up': 'Dossier parent',
  'folder.titleFiles': 'Choisir un dossier ou un fichier',
  'folder.use': 'Utiliser ce dossier',
  'folder.create': 'Créer un dossier',
  'folder.create.name': 'Nom du nouveau dossier',
  'folder.create.do': 'Créer',
};
