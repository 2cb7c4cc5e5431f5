import type { adminPageMessages as english } from '../en/admin-pages.js';
import type { Translation } from '../messages.js';

/** The list of admin pages: what they are about, and what is done on each. */
export const adminPageMessages: Translation<typeof english> = {
  'nav.admin.group.books': 'Livres et demandes',
  'nav.admin.group.people': 'Personnes et accès',
  'nav.admin.group.connections': 'Connexions',
  'nav.admin.group.server': 'Serveur',
  'nav.admin.choose': 'Choisir une page',
  'nav.admin.back': 'Retour : {page}',
  'nav.admin.overview.about': 'Ce qui demande votre attention et ce qui est en cours',
  'nav.admin.approvals.about': 'Les demandes qui attendent votre approbation',
  'nav.admin.requests.about': 'Les demandes de tout le monde et leur suite',
  'nav.admin.library.about': 'Les livres de vos serveurs multimédias ; importer et renommer des fichiers',
  'nav.admin.reports.about': 'Les problèmes de livres signalés',
  'nav.admin.blocklist.about': 'Les versions à ne jamais télécharger',
  'nav.admin.users.about': 'Comptes, autorisations et limites de demandes',
  'nav.admin.apiTokens.about': 'L’accès d’autres programmes',
  'nav.admin.integrations.about': 'Catalogues, indexeurs, clients de téléchargement et serveurs multimédias',
  'nav.admin.plugins.about': 'Installer, mettre à jour et supprimer des plugins',
  'nav.admin.mail.about': 'Le serveur de messagerie qui envoie les messages',
  'nav.admin.webhooks.about': 'Prévenir d’autres programmes de ce qui se passe',
  'nav.admin.settings.about': 'Dossiers, versions, connexion et plus',
  'nav.admin.jobs.about': 'Les tâches en arrière-plan et leurs horaires',
  'nav.admin.backups.about': 'Sauvegarder la base de données et la restaurer',
  'nav.admin.audit.about': 'Qui a fait quoi, et quand',
  'nav.admin.logs.about': 'Ce que le serveur note sur son travail',
};
