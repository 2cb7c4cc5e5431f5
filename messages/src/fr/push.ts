import type { pushMessages as english } from '../en/push.js';
import type { Translation } from '../messages.js';

export const pushMessages: Translation<typeof english> = {
  'push.title': 'Notifications sur cet appareil',
  'push.lead': 'Votre navigateur affiche les nouveautés de Lectern, même quand Lectern n’est pas ouvert.',
  'push.unsupported':
    'Ce navigateur ne peut pas afficher les notifications de sites web. Essayez-en un autre, comme Chrome, Edge, Firefox ou Safari.',
  'push.insecure':
    'Les navigateurs n’autorisent les notifications que par une connexion sécurisée. Ouvrez Lectern à une adresse qui commence par https://, ou demandez-en une à votre admin.',
  'push.homeScreen':
    'Sur un iPhone ou un iPad, ajoutez d’abord Lectern à l’écran d’accueil : touchez Partager, puis « Sur l’écran d’accueil ». Ouvrez Lectern de là et revenez à cette page.',
  'push.blocked':
    'Votre navigateur bloque les notifications de Lectern. Autorisez-les dans les paramètres du site, qui s’ouvrent avec l’icône à côté de l’adresse, ou dans les paramètres de votre téléphone. Puis rechargez cette page.',
  'push.on': 'Les notifications sont activées sur cet appareil.',
  'push.turnOn': 'Activer',
  'push.turnedOn': 'Les notifications sont activées sur cet appareil.',
  'push.turnOff': 'Désactiver',
  'push.turnedOff': 'Les notifications sont désactivées sur cet appareil.',
  'push.notAllowed': 'Votre navigateur n’a pas autorisé les notifications, elles restent donc désactivées.',
  'push.noService':
    'Votre navigateur n’a pas pu s’inscrire à son service push. Vérifiez sa connexion, et si ses paramètres autorisent les messages push, puis réessayez.',
  'push.test': 'Envoyer un test',
  'push.test.sent': 'Un test est en route vers {count, plural, one {# appareil} other {# appareils}}.',
  'push.test.none': 'Il ne reste aucun appareil auquel envoyer un test.',
  'push.test.failed': '{name} : {fault}',
  'push.devices': 'Appareils notifiés',
  'push.device.unknown': 'Appareil inconnu',
  'push.device.here': 'cet appareil',
  'push.device.since': 'activé depuis le {date}',
  'push.remove': 'Retirer',
};
