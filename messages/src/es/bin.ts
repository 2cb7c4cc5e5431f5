import type { binMessages as english } from '../en/bin.js';
import type { Translation } from '../messages.js';

export const binMessages: Translation<typeof english> = {
  'bin.link': 'Papelera',
  'bin.title': 'Papelera',
  'bin.lead': 'Archivos que Lectern no colocó y que dejaron su sitio a otra copia. Se eliminan a los 30 días.',
  'bin.list': 'Libros en la papelera',
  'bin.none': 'La papelera está vacía',
  'bin.none.body': 'Cuando reemplazas un libro reportado que Lectern no colocó, sus archivos se mueven aquí.',
  'bin.files': '{count, plural, one {# archivo} other {# archivos}}, {size}',
  'bin.from': 'De',
  'bin.since': 'Movido aquí {when} por {name}',
  'bin.until': 'se eliminará el {date}',
  'bin.busy': 'Los archivos se están moviendo o eliminando.',
  'bin.away':
    'No se puede acceder a los archivos. ¿Está montado el disco de la biblioteca? Mientras tanto, no se elimina nada automáticamente. Si alguien los eliminó a mano, «Eliminar ahora» quita el libro de esta lista.',
  'bin.restore': 'Restaurar',
  'bin.restore.of': 'Restaurar: {title}',
  'bin.restored':
    '{count, plural, one {# archivo está} other {# archivos están}} de nuevo donde {count, plural, one {estaba} other {estaban}}.',
  'bin.restored.none': 'No se pudo devolver ningún archivo.',
  'bin.delete': 'Eliminar ahora',
  'bin.delete.of': 'Eliminar ahora: {title}',
  'bin.delete.title': '¿Eliminar los archivos de «{title}»?',
  'bin.delete.body':
    '{count, plural, one {Se eliminará # archivo} other {Se eliminarán # archivos}} ({size}) del disco. No se puede deshacer.',
  'bin.delete.confirm': 'Eliminar {count, plural, one {# archivo} other {# archivos}}',
  'bin.deleted': '{count, plural, one {Se eliminó # archivo} other {Se eliminaron # archivos}}.',
};
