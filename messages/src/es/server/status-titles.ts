import type { statusTitleWords as english } from '../../en/server/status-titles.js';
import type { Translation } from '../../messages.js';

export const statusTitleWords: Translation<typeof english> = {
  'status_title.400': 'Petición incorrecta',
  'status_title.401': 'Sesión no iniciada',
  'status_title.403': 'No permitido',
  'status_title.404': 'No encontrado',
  'status_title.409': 'Conflicto',
  'status_title.410': 'Ya no existe',
  'status_title.413': 'Demasiado grande',
  'status_title.415': 'Tipo de contenido no admitido',
  'status_title.416': 'Intervalo no disponible',
  'status_title.422': 'No válido',
  'status_title.429': 'Demasiadas peticiones',
  'status_title.499': 'El cliente se desconectó',
  'status_title.500': 'Error interno',
  'status_title.502': 'Error de otro servicio',
  'status_title.503': 'No disponible',
  'status_title.507': 'Espacio de almacenamiento insuficiente',
};
