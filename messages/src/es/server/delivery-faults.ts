import type { deliveryFaultWords as english } from '../../en/server/delivery-faults.js';
import type { Translation } from '../../messages.js';

export const deliveryFaultWords: Translation<typeof english> = {
  'delivery_fault.unknown_device': '{host} ya no conoce este dispositivo.',
  'delivery_fault.device_refused': '{host} no aceptó el mensaje (HTTP {status}).',
  'delivery_fault.secret_unreadable': 'El secreto del webhook no se puede leer. Crea uno nuevo y vuelve a enviar el suceso.',
  'delivery_fault.webhook_off': 'El webhook se desactivó.',
  'delivery_fault.given_up': 'Se abandonó tras {attempts, plural, one {# intento} other {# intentos}} en unas 24 horas.',
  'delivery_fault.webhook_failing':
    'El webhook se pausó porque no aceptaba ningún suceso desde hacía {days, plural, one {# día} other {# días}}.',
  'delivery_fault.webhook_overrun':
    'El webhook se pausó porque fallaba mientras {count, plural, one {lo esperaba más de # suceso} other {lo esperaban más de # sucesos}}.',
  'delivery_fault.integration_removed': 'La integración se eliminó.',
  'delivery_fault.integration_off': '{name} está desactivado.',
  'delivery_fault.integration_not_ready': '{name} no está listo.',
  'delivery_fault.not_within_a_day': 'No se pudo entregar en un día.',
  'delivery_fault.account_unusable': 'La cuenta ya no se puede usar.',
  'delivery_fault.too_late': 'No se pudo entregar a tiempo.',
  'delivery_fault.target_removed': 'El destino se eliminó.',
  'delivery_fault.request_gone': 'La solicitud se eliminó antes del envío.',
  'delivery_fault.decided': 'La solicitud se decidió antes del envío.',
  'delivery_fault.cancelled': 'La solicitud se canceló antes del envío.',
  'delivery_fault.told_already': 'Lo mismo se comunicó sobre el mismo libro hace menos de una hora.',
  'delivery_fault.abandoned': 'Se abandonó antes de poder enviarse.',
  'delivery_fault.cut_off': 'El servidor se detuvo mientras esto se enviaba.',
  'delivery_fault.perhaps_arrived': 'No se sabe si llegó, así que no se vuelve a enviar.',
  'delivery_fault.perhaps_sent': 'Puede que se haya enviado desde entonces, así que no se vuelve a enviar.',
  'delivery_fault.perhaps_delivered': 'Puede que se haya enviado desde entonces, así que no se vuelve a enviar automáticamente.',
};
