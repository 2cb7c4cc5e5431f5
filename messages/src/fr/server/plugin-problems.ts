import type { pluginProblemWords as english } from '../../en/server/plugin-problems.js';
import type { Translation } from '../../messages.js';

export const pluginProblemWords: Translation<typeof english> = {
  'plugin_problem.messages_unusable': 'Les messages de {package} sont inutilisables : {reason}.',
  'plugin_problem.with_advice': '{problem} {advice}',
  'plugin_problem.of_integration': '{name} : {problem}',
  'plugin_problem.crashed': 'Il a fait planter le serveur : {reason}',
  'plugin_problem.died': 'le serveur s’est arrêté brutalement pendant que son code s’exécutait',
  'plugin_problem.exited': 'il a mis fin au processus avec process.exit({code})',
  'plugin_problem.held_up': 'il a bloqué le serveur pendant plus de {seconds} secondes',
  'plugin_problem.held_up_for':
    'il a bloqué le serveur pendant {seconds} secondes ; c’est arrivé {times, plural, one {# fois} many {# fois} other {# fois}} depuis le démarrage',
  'plugin_problem.tampered': 'il a modifié ce que partage tout le code du serveur : {names}',
  'plugin_problem.not_installed_of': 'Le plugin {plugin} de {name} n’est pas installé.',
  'plugin_problem.no_package': 'Il n’y a pas de paquet du plugin {plugin} dans {path}.',
  'plugin_problem.disabled': '{package} est désactivé.',
  'plugin_problem.quarantined': '{package} est en quarantaine.',
  'plugin_problem.not_loaded': '{package} n’est pas chargé.',
  'plugin_problem.incompatible': '{package} est fait pour l’API de plugin {range} ; ici, c’est {version}.',
  'plugin_problem.manifest_wrong': 'Le package.json de {package} n’est pas celui d’un plugin : {problems}.',
  'plugin_problem.schema_missing': 'Le schéma de paramètres {file} de {package} est inutilisable : ce fichier n’existe pas.',
  'plugin_problem.schema_unusable': 'Le schéma de paramètres {file} de {package} est inutilisable : {reason}.',
  'plugin_problem.dependency_missing': '{package} a besoin du paquet {missing}, qui n’est pas là.',
  'plugin_problem.no_entry': '{package} n’a pas de fichier d’entrée ; a-t-il été compilé ?',
  'plugin_problem.import_slow': '{package} a échoué au chargement : son import a duré plus de {seconds} s.',
  'plugin_problem.import_failed': '{package} a échoué au chargement : {reason}.',
  'plugin_problem.no_definition': '{package} n’exporte pas par défaut ce que produit definePlugin.',
  'plugin_problem.shape_wrong': '{package} : {problems}.',
  'plugin_problem.create_slow': 'create de {package} a duré plus de {seconds} s.',
  'plugin_problem.create_failed': 'create de {package} a échoué : {reason}.',
  'plugin_problem.migrate_failed': 'migrateSettings de {package} a échoué : {reason}.',
};
