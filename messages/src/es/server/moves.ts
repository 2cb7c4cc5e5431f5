import type { moveWords as english } from '../../en/server/moves.js';
import type { Translation } from '../../messages.js';

export const moveWords: Translation<typeof english> = {
  'move.missing': '«{path}» ya no está ahí.',
  'move.changed': '«{path}» ha cambiado desde que se colocó.',
  'move.link_in_folder': '«{path}» es un enlace. Los libros no se mueven a través de enlaces.',
  'move.target_taken': '«{path}» ya existe. No se sobrescribe nada.',
  'move.same_target': 'Otro libro de este plan va a la misma carpeta: {title}.',
  'move.other_file_system': '«{path}» está en otro sistema de archivos. Lectern solo mueve libros dentro de un mismo sistema de archivos.',
  'move.shared_folder': 'Hay otro libro en la carpeta «{path}».',
  'move.too_many_files': '«{path}» contiene más archivos de los que puede tener un libro.',
  'move.outside_library': '«{path}» no está en la carpeta de la biblioteca.',
  'move.being_imported': 'El libro se está importando.',
  'move.in_download_client': 'El cliente de descargas {client} todavía usa «{path}».',
  'move.catalogue_silent': 'El catálogo no describió el libro. Haz un plan nuevo más tarde.',
  'move.outdated': 'El libro se ha vuelto a colocar o se ha movido desde que se hizo el plan.',
  'move.file_fault': '{fault}',
  'move.not_mounted':
    'El libro se estaba moviendo en «{path}», que ahora no está montado. Vuelve a montarlo; Lectern continuará con el próximo movimiento o cuando se inicie.',
  'move.not_flushed':
    'El disco no confirmó lo que se movió a «{path}»: {fault} Comprueba el disco; Lectern volverá a mirar con el próximo movimiento o cuando se inicie.',
  'move.stuck':
    'El libro no se pudo mover ni devolver a su sitio: {fault} Lo que falta está en «{path}». Lectern lo intentará de nuevo con el próximo movimiento o cuando se inicie.',
  'move.invalid_template': 'La plantilla de rutas no se puede usar: {fault}',
  'move.no_library_folder': 'No hay ninguna carpeta de biblioteca definida.',
  'move.library_not_there': 'La carpeta de la biblioteca «{path}» no se ve o está vacía. Comprueba que esté montada.',
  'move.library_changed': 'La carpeta de la biblioteca se ha cambiado desde que se hizo el plan.',
  'move.defect': 'El renombrado falló de forma inesperada: {fault}',
  'filing.client_silent':
    '{client} no responde y puede que use los archivos. Compruébalo en las integraciones y vuelve a archivar el libro.',
  'filing.placed_by_lectern': 'Lectern colocó «{path}» por su cuenta. Renómbralo como libro colocado.',
  'filing.own_data': '«{folder}» está en los datos del propio Lectern, de donde no se archiva nada.',
  'filing.audio_changed': 'Los archivos de audio de «{folder}» han cambiado desde que se leyeron. Vuelve a incorporar la carpeta.',
  'filing.no_book': 'No se le ha asignado ningún libro.',
  'filing.catalogue_silent': 'El catálogo no describió «{title}». Inténtalo de nuevo más tarde.',
  'filing.impossible': 'Sus archivos no se pueden archivar.',
};
