import type { moveWords as english } from '../../en/server/moves.js';
import type { Translation } from '../../messages.js';

export const moveWords: Translation<typeof english> = {
  'move.missing': '« {path} » n’est plus là.',
  'move.changed': '« {path} » a changé depuis qu’il a été placé.',
  'move.link_in_folder': '« {path} » est un lien. Les livres ne sont pas déplacés à travers des liens.',
  'move.target_taken': '« {path} » existe déjà. Rien n’est écrasé.',
  'move.same_target': 'Un autre livre de ce plan va dans le même dossier : {title}.',
  'move.other_file_system':
    '« {path} » est sur un autre système de fichiers. Lectern ne déplace les livres qu’à l’intérieur d’un seul système de fichiers.',
  'move.shared_folder': 'Un autre livre se trouve dans le dossier « {path} ».',
  'move.too_many_files': '« {path} » contient plus de fichiers qu’un livre ne peut en avoir.',
  'move.outside_library': '« {path} » n’est pas dans le dossier de la bibliothèque.',
  'move.being_imported': 'Le livre est en cours d’importation.',
  'move.in_download_client': '« {path} » est encore utilisé par le client de téléchargement {client}.',
  'move.catalogue_silent': 'Le catalogue n’a pas décrit le livre. Faites un nouveau plan plus tard.',
  'move.outdated': 'Le livre a été replacé ou déplacé depuis que le plan a été fait.',
  'move.file_fault': '{fault}',
  'move.not_mounted':
    'Le livre était en cours de déplacement dans « {path} », qui n’est pas monté actuellement. Montez-le de nouveau ; Lectern continuera au prochain déplacement ou à son démarrage.',
  'move.not_flushed':
    'Le disque n’a pas confirmé ce qui a été déplacé vers « {path} » : {fault} Vérifiez le disque ; Lectern regardera de nouveau au prochain déplacement ou à son démarrage.',
  'move.stuck':
    'Le livre n’a pu être ni déplacé ni remis en place : {fault} Ce qui manque est dans « {path} ». Lectern réessaiera au prochain déplacement ou à son démarrage.',
  'move.invalid_template': 'Le modèle de chemin ne peut pas être utilisé : {fault}',
  'move.no_library_folder': 'Aucun dossier de bibliothèque n’est défini.',
  'move.library_not_there': 'Le dossier de la bibliothèque « {path} » n’est pas visible, ou il est vide. Vérifiez qu’il est monté.',
  'move.library_changed': 'Le dossier de la bibliothèque a été changé depuis que le plan a été fait.',
  'move.defect': 'Le renommage a échoué de façon inattendue : {fault}',
  'filing.client_silent':
    '{client} ne répond pas et utilise peut-être les fichiers. Vérifiez-le parmi les intégrations, puis rangez le livre de nouveau.',
  'filing.placed_by_lectern': 'Lectern a placé « {path} » lui-même. Renommez-le plutôt comme livre placé.',
  'filing.own_data': '« {folder} » se trouve dans les données de Lectern lui-même, d’où rien n’est classé.',
  'filing.audio_changed': 'Les fichiers audio dans « {folder} » ont changé depuis leur lecture. Reprenez le dossier de nouveau.',
  'filing.no_book': 'Aucun livre ne lui est attribué.',
  'filing.catalogue_silent': 'Le catalogue n’a pas décrit « {title} ». Réessayez plus tard.',
  'filing.impossible': 'Ses fichiers ne peuvent pas être rangés.',
};
