import type { moveWords as english } from '../../en/server/moves.js';
import type { Translation } from '../../messages.js';

export const moveWords: Translation<typeof english> = {
  'move.missing': '„{path}“ ist nicht mehr da.',
  'move.changed': '„{path}“ hat sich seit der Ablage geändert.',
  'move.link_in_folder': '„{path}“ ist ein Link. Bücher werden nicht über Links hinweg verschoben.',
  'move.target_taken': '„{path}“ gibt es schon. Es wird nichts überschrieben.',
  'move.same_target': 'Ein anderes Buch dieses Plans kommt in denselben Ordner: {title}.',
  'move.other_file_system': '„{path}“ liegt auf einem anderen Dateisystem. Lectern verschiebt Bücher nur innerhalb eines Dateisystems.',
  'move.shared_folder': 'Im Ordner „{path}“ ist noch ein anderes Buch.',
  'move.too_many_files': '„{path}“ enthält mehr Dateien, als ein Buch haben kann.',
  'move.outside_library': '„{path}“ ist nicht im Bibliotheksordner.',
  'move.being_imported': 'Das Buch wird gerade importiert.',
  'move.in_download_client': '„{path}“ wird noch vom Download-Client {client} verwendet.',
  'move.catalogue_silent': 'Der Katalog hat das Buch nicht beschrieben. Mach später einen neuen Plan.',
  'move.outdated': 'Das Buch wurde neu abgelegt oder verschoben, nachdem der Plan gemacht wurde.',
  'move.file_fault': '{fault}',
  'move.not_mounted':
    'Das Buch wurde gerade in „{path}“ verschoben, und das ist jetzt nicht eingehängt. Häng es wieder ein; Lectern macht beim nächsten Verschieben oder beim nächsten Start weiter.',
  'move.not_flushed':
    'Die Festplatte hat nicht bestätigt, was nach „{path}“ verschoben wurde: {fault} Prüfe die Festplatte; Lectern sieht beim nächsten Verschieben oder beim nächsten Start noch einmal nach.',
  'move.stuck':
    'Das Buch konnte weder verschoben noch zurückgelegt werden: {fault} Was fehlt, ist in „{path}“. Lectern versucht es beim nächsten Verschieben oder beim nächsten Start noch einmal.',
  'move.invalid_template': 'Die Pfadvorlage lässt sich nicht verwenden: {fault}',
  'move.no_library_folder': 'Es ist kein Bibliotheksordner festgelegt.',
  'move.library_not_there': 'Der Bibliotheksordner „{path}“ ist nicht zu sehen oder leer. Prüfe, ob er eingehängt ist.',
  'move.library_changed': 'Der Bibliotheksordner wurde geändert, nachdem der Plan gemacht wurde.',
  'move.defect': 'Das Umbenennen ist unerwartet fehlgeschlagen: {fault}',
  'filing.client_silent':
    '{client} antwortet nicht und verwendet die Dateien vielleicht. Prüfe den Client unter „Integrationen“ und sortiere das Buch dann noch einmal ein.',
  'filing.placed_by_lectern': 'Lectern hat „{path}“ selbst abgelegt. Benenne es stattdessen als abgelegtes Buch um.',
  'filing.own_data': '„{folder}“ liegt in Lecterns eigenen Daten, aus denen nichts einsortiert wird.',
  'filing.audio_changed': 'Die Audiodateien in „{folder}“ haben sich geändert, seit sie gelesen wurden. Übernimm den Ordner noch einmal.',
  'filing.no_book': 'Dafür ist kein Buch bestimmt.',
  'filing.catalogue_silent': 'Der Katalog hat „{title}“ nicht beschrieben. Versuch es später noch einmal.',
  'filing.impossible': 'Die Dateien lassen sich nicht einsortieren.',
};
