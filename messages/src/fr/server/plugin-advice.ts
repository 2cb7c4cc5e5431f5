import type { pluginAdviceWords as english } from '../../en/server/plugin-advice.js';
import type { Translation } from '../../messages.js';

export const pluginAdviceWords: Translation<typeof english> = {
  'plugin_advice.plugin_not_installed': 'Installez le plugin, ou supprimez l’intégration.',
  'plugin_advice.plugin_manifest_invalid': 'Son auteur doit corriger le paquet ; installez une autre version.',
  'plugin_advice.plugin_incompatible': 'Installez une version du plugin faite pour cette version de Lectern, ou mettez Lectern à jour.',
  'plugin_advice.plugin_dependency_missing': 'Réinstallez le plugin ; si cela n’aide pas, prévenez son auteur.',
  'plugin_advice.plugin_import_failed': 'Installez une autre version du plugin, et prévenez son auteur.',
  'plugin_advice.plugin_shape_invalid': 'Le plugin n’offre pas ce que dit son manifeste ; prévenez son auteur.',
  'plugin_advice.plugin_create_timeout': 'Vérifiez que le service répond, puis enregistrez de nouveau les paramètres pour recommencer.',
  'plugin_advice.plugin_quarantined':
    'Le plugin a fait planter ou a bloqué le serveur, ou a modifié des objets intégrés. Mettez-le à jour ou désactivez-le, puis sortez-le de quarantaine.',
  'plugin_advice.plugin_disabled': 'Activez-le sous Admin → Plugins, ou avec `lectern plugins enable`.',
  'plugin_advice.hook_timeout': 'Le plugin a mis trop de temps ; Lectern a continué sans sa réponse.',
  'plugin_advice.hook_failed': 'Prévenez l’auteur du plugin ; Lectern a continué sans lui.',
};
