import type { transferWords as english } from '../../en/server/transfers.js';
import type { Translation } from '../../messages.js';

export const transferWords: Translation<typeof english> = {
  'transfer.disk_full': 'El disco está lleno.',
  'transfer.no_room': 'No hay espacio suficiente en el disco para la descarga.',
  'transfer.silent': '{host} no respondió a tiempo.',
  'transfer.too_large': '{host}: el archivo supera los {most} permitidos.',
  'transfer.web_page': '{host} envió una página web en lugar del archivo.',
  'transfer.too_slow': '{host} envía demasiado despacio.',
  'transfer.stopped': '{host} dejó de enviar.',
  'transfer.ended_early': '{host} terminó el archivo antes de tiempo.',
  'transfer.unusable_answers': '{host} da respuestas inservibles a las peticiones del archivo.',
  'transfer.busy': '{host} pide que volvamos más tarde (HTTP {status}).',
  'transfer.failing': '{host} falla en este momento (HTTP {status}).',
  'transfer.gone': '{host} ya no tiene el archivo (HTTP {status}).',
  'transfer.refused': '{host} no entrega el archivo (HTTP {status}).',
  'transfer.checksum': 'El archivo no es el anunciado: su {algorithm} es distinto.',
  'transfer.empty': 'El archivo está vacío.',
  'transfer.size': 'El archivo tiene {bytes, plural, one {# byte} other {# bytes}}; se anunciaron {announced}.',
};
