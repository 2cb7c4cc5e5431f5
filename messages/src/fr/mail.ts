import type { mailMessages as english } from '../en/mail.js';
import type { Translation } from '../messages.js';

export const mailMessages: Translation<typeof english> = {
  'mail.title': 'E-mail',
  'mail.lead': 'Le serveur de messagerie par lequel Lectern envoie des messages aux personnes.',
  'mail.remove': 'Supprimer',
  'mail.remove.title': 'Supprimer le serveur de messagerie ?',
  'mail.remove.body': 'Lectern oublie le serveur et son mot de passe, et n’envoie plus d’e-mails.',
  'mail.removed': 'Le serveur de messagerie a été supprimé.',
  'mail.unencrypted':
    'Sans chiffrement, le mot de passe et tous les messages peuvent être lus en chemin. Ne choisissez ceci que pour un serveur sur cette machine ou dans un réseau de confiance.',
  'mail.test': 'Essayer',
  'mail.test.note': 'Envoie un vrai message avec ce qui est saisi ci-dessus, enregistré ou non.',
  'mail.test.to': 'Envoyer à',
  'mail.test.send': 'Envoyer un e-mail de test',
  'mail.test.noAddress': 'Saisissez une adresse e-mail, comme vous@example.org.',
  'mail.test.ok': 'Le serveur a accepté le message en {ms} ms. Regardez dans la boîte de réception, et dans le dossier des indésirables.',
  'mail.test.steps': 'Jusqu’où c’est allé',
  'mail.step.resolve': 'Trouver le serveur',
  'mail.step.connect': 'Se connecter au serveur',
  'mail.step.greet': 'Entendre son salut',
  'mail.step.encrypt': 'Chiffrer la connexion',
  'mail.step.sign_in': 'S’identifier',
  'mail.step.sender': 'Indiquer l’expéditeur',
  'mail.step.recipient': 'Indiquer le destinataire',
  'mail.step.message': 'Remettre le message',
  'mail.stepState.done': 'Fait',
  'mail.stepState.failed': 'Échec',
  'mail.stepState.not_reached': 'Non atteint',
};
