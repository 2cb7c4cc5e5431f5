import type { libraryProblemWords as english } from '../../en/server/problems-library.js';
import type { Translation } from '../../messages.js';

export const libraryProblemWords: Translation<typeof english> = {
  'problem.asin_invalid': 'Un ASIN tiene diez letras y cifras.',
  'problem.no_library_item': 'Ese elemento de la biblioteca no existe.',
  'problem.scan_not_started': 'No se pudo iniciar el escaneo. Inténtalo de nuevo.',
  'problem.no_likely_match': 'Esa coincidencia probable no existe.',
  'problem.no_such_series_in_library': 'La biblioteca no tiene ningún libro de esa serie.',
  'problem.check_up_under_way': 'Hay una revisión en marcha.',
  'problem.no_check_up': 'No hay ninguna revisión en marcha.',
  'problem.no_finding': 'Ese hallazgo no existe.',

  'problem.no_rename': 'Ese renombrado no existe.',
  'problem.another_rename': 'Hay otro renombrado en marcha.',
  'problem.rename_under_way': 'El renombrado sigue en marcha.',
  'problem.rename_not_under_way': 'El renombrado no está en marcha.',
  'problem.rename_not_ready': 'Solo se puede iniciar un plan que esté listo.',
  'problem.rename_too_old': 'El plan es demasiado antiguo. Haz uno nuevo.',
  'problem.rename_empty': 'El plan no tiene ningún libro que se pueda mover.',
  'problem.rename_moved_nothing': 'El renombrado no movió ningún libro que se pueda devolver.',
  'problem.rename_not_undoable': 'El renombrado es demasiado antiguo para deshacerlo.',
  'problem.rename_was_started': 'Solo se puede eliminar un plan que no se inició nunca.',

  'problem.no_take_in': 'Esa incorporación no existe.',
  'problem.take_in_under_way': 'Se está incorporando una biblioteca.',
  'problem.take_in_over': 'La incorporación ya terminó.',
  'problem.no_taken_book': 'Ese libro no está en la incorporación.',
  'problem.taken_not_open': 'El libro ya no está por decidir.',

  'problem.no_binned_book': 'Ese libro no está en la papelera.',
  'problem.bin_away': 'No se ven los archivos en la papelera. Comprueba que el disco de la biblioteca esté montado e inténtalo de nuevo.',
  'problem.bin_busy': 'Los archivos de este libro se están moviendo. Espera a que termine.',
  'problem.bin_book_placed': 'Desde entonces, Lectern colocó un libro en «{folder}». Elimina o reemplaza ese libro e inténtalo de nuevo.',
  'problem.bin_in_the_way': '«{path}» estorba. Muévelo a otro lugar e inténtalo de nuevo.',

  'problem.nothing_at_path': 'No hay nada en «{path}» en este servidor.',
  'problem.path_not_readable':
    'Lectern no puede leer «{path}». Comprueba el propietario y los permisos, o el usuario con el que funciona Lectern.',
  'problem.files_path_not_absolute': 'Indica la ruta completa de los archivos, desde la raíz del servidor.',
  'problem.no_folder': 'No existe la carpeta «{path}» en este servidor.',
  'problem.path_not_folder': '«{path}» es un archivo, no una carpeta.',
  'problem.folder_not_readable':
    'Lectern no puede leer «{path}». Comprueba el propietario y los permisos de la carpeta, o el usuario con el que funciona Lectern.',
  'problem.folder_path_not_absolute': 'Indica la ruta completa de la carpeta, desde la raíz del servidor.',
  'problem.folder_exists': '«{name}» ya existe en «{path}».',
  'problem.folder_name_invalid':
    'Una carpeta no puede llamarse así. Elige un nombre corto, sin barras, caracteres especiales ni espacios al principio o al final.',
  'problem.folder_not_writable':
    'Lectern no puede escribir en «{path}». Comprueba el propietario y los permisos de la carpeta, o el usuario con el que funciona Lectern.',
  'problem.folder_read_only': 'El disco de «{path}» es de solo lectura. Comprueba cómo está montado.',
  'problem.folder_disk_full': 'El disco de «{path}» está lleno.',
};
