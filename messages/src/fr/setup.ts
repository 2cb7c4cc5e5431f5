import type { setupMessages as english } from '../en/setup.js';
import type { Translation } from '../messages.js';

export const setupMessages: Translation<typeof english> = {
  'setup.title': 'Configurer Lectern',
  'setup.steps': 'Étapes',
  'setup.step.admin': 'Votre compte',
  'setup.step.library': 'Bibliothèque',
  'setup.step.integrations': 'Connexions',
  'setup.signIn': 'La configuration a déjà commencé. Connectez-vous avec le compte admin pour continuer.',
  'setup.admin.lead': 'Créez le premier compte. Il peut tout faire, y compris en créer d’autres.',
  'setup.token': 'Jeton de configuration',
  'setup.token.help': 'Il a été affiché là où Lectern a été lancé.',
  'setup.token.wrong':
    'Ce n’est pas le jeton affiché. Un nouveau s’affiche à chaque démarrage tant que la configuration n’est pas terminée.',
  'setup.admin.submit': 'Créer le compte',
  'setup.library.lead':
    'Lectern teste le dossier avant de l’utiliser : peut-il y écrire, et peut-il y lier des fichiers du dossier de téléchargements ?',
  'setup.library.path': 'Dossier de la bibliothèque',
  'setup.library.path.help': 'Où les livres terminés sont stockés. Votre serveur multimédia lit le même dossier.',
  'setup.library.downloads': 'Dossier de téléchargements',
  'setup.library.downloads.help': 'S’il est sur le même disque que la bibliothèque, les fichiers sont liés au lieu d’être copiés.',
  'setup.library.test': 'Tester et enregistrer',
  'setup.integrations.lead': 'Avec un de chaque, une demande trouve son chemin de la recherche à vos oreilles.',
  'setup.integrations.add': 'Ajouter',
  'setup.integrations.missing': 'Vous pourrez ajouter ce qui manque plus tard sous Admin → Intégrations.',
  'setup.finish': 'Commencer à utiliser Lectern',
  'setup.finish.anyway': 'Terminer pour l’instant',
};
