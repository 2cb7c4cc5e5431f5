import type { serviceProblemWords as english } from '../../en/server/problems-services.js';
import type { Translation } from '../../messages.js';

export const serviceProblemWords: Translation<typeof english> = {
  'problem.no_integration': 'Cette intégration n’existe pas.',
  'problem.plugin_not_installed': 'Le plugin {plugin} n’est pas installé.',
  'problem.plugin_without_settings': '{plugin} n’a pas de paramètres.',
  'problem.per_user': 'Chaque personne connecte {plugin} elle-même, sous « Mes étagères ».',
  'problem.only_one': 'Il y a déjà une intégration de {plugin} ; modifiez-la.',
  'problem.no_paths': '{integration} n’indique pas de chemins, il n’y a donc rien à mapper.',
  'problem.key_not_sent':
    'L’adresse mène à un autre serveur. Saisissez de nouveau la clé, pour que celle enregistrée n’y soit pas envoyée.',
  'problem.plugin_bundled': '{plugin} est fourni avec Lectern et change avec lui. Il peut être désactivé.',
  'problem.plugin_updated_with_server': '{plugin} est fourni avec Lectern et mis à jour avec lui.',
  'problem.no_previous_version': 'Il n’y a pas de version antérieure de {plugin} à laquelle revenir.',
  'problem.not_quarantined': '{plugin} n’est pas en quarantaine.',
  'problem.no_webhook': 'Ce webhook n’existe pas.',
  'problem.too_many_webhooks': 'Il y a déjà {most} webhooks.',
  'problem.webhook_off': 'Le webhook est désactivé.',
  'problem.no_delivery': 'Cet envoi n’existe pas.',
  'problem.webhook_scheme': 'L’adresse doit commencer par https:// ou http://.',
  'problem.webhook_credentials': 'L’adresse ne doit contenir ni nom d’utilisateur ni mot de passe ; la signature montre qui envoie.',
  'problem.webhook_fragment': 'L’adresse doit s’arrêter avant le « # », car les serveurs ne voient jamais ce qui suit.',
  'problem.webhook_unencrypted': '{host} est sur Internet, son adresse doit donc commencer par https://.',
  'problem.webhook_redirects':
    '{host} redirige ailleurs (HTTP {status}). Les webhooks ne suivent pas les redirections : saisissez l’adresse finale.',
  'problem.webhook_gone': '{host} ne veut plus de ces événements (HTTP 410).',
  'problem.webhook_not_taken': '{host} n’a pas accepté l’événement (HTTP {status}).',
  'problem.webhook_secret_unreadable': 'Le secret du webhook est illisible. Créez-en un nouveau.',
};
