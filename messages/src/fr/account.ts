import type { accountMessages as english } from '../en/account.js';
import type { Translation } from '../messages.js';

export const accountMessages: Translation<typeof english> = {
  'listening.title': 'Ce que vous écoutez',
  'listening.on': 'Afficher le prochain tome de mes séries',
  'listening.on.help':
    'Toutes les heures, Lectern demande au serveur multimédia où vous en êtes. Personne d’autre ne peut le voir, et désactiver ceci efface ces données.',
  'listening.asks': 'Demander le tome suivant quand j’ai presque fini un livre',
  'listening.asks.help':
    'À 90 %. Votre limite de demandes, votre liste de livres ignorés et l’approbation s’appliquent comme si vous l’aviez demandé vous-même.',
  'listening.heard':
    '{count, plural, =0 {Aucun livre commencé ou terminé} one {# livre commencé ou terminé} other {# livres commencés ou terminés}}, d’après {servers}.',
  'listening.notLinked': 'Liez d’abord votre compte du serveur multimédia, plus haut sous « Comptes de connexion ».',
  'ignored.title': 'Livres ignorés',
  'ignored.lead': 'Vos étagères ne les demandent pas. Si vous en demandez un vous-même, Lectern vous demande confirmation.',
  'ignored.none': 'Vous n’ignorez aucun livre. « Ignorer » se trouve sur la page de chaque livre.',
  'ignored.since': 'depuis le {date}',
  'ignored.unknown': 'Livre {asin}',
  'profile.title': 'Profil',
  'profile.displayName': 'Nom affiché',
  'profile.displayName.help': 'Le nom que les autres voient ici.',
  'profile.username': 'Votre nom d’utilisateur est {username}.',
  'profile.saved': 'Votre nom a été enregistré.',
  'password.first': 'Définir un mot de passe',
  'password.first.lead':
    'Vous vous connectez avec un compte d’un autre service. Avec un mot de passe, vous pouvez aussi vous connecter ici en tant que {username}.',
  'password.first.done': 'Votre mot de passe a été défini.',
  'identities.title': 'Comptes de connexion',
  'identities.lead': 'Les comptes d’autres services qui vous permettent de vous connecter ici. Chacun n’appartient qu’à une personne.',
  'identities.none': 'Aucun compte n’est encore lié.',
  'identities.as': '{name}, lié le {date}',
  'identities.since': 'lié le {date}',
  'identities.unknown': 'Un service qui n’est plus connecté',
  'identities.off': 'actuellement indisponible pour se connecter',
  'identities.link': 'Lier {name}',
  'identities.linked': 'Le compte a été lié.',
  'identities.unlink': 'Délier',
  'identities.unlink.title': 'Délier {name} ?',
  'identities.unlink.body':
    'Vous ne pourrez plus vous connecter avec ce compte. Vos autres appareils sont déconnectés, car ils l’ont peut-être utilisé.',
  'identities.unlinked': 'Le compte a été délié.',
  'identities.username': 'Nom d’utilisateur chez {name}',
  'identities.password': 'Mot de passe chez {name}',
  'identities.confirm': 'Votre mot de passe Lectern',
  'identities.confirm.help': 'Cela empêche d’autres personnes d’ajouter un moyen de se connecter quand vous laissez un navigateur ouvert.',
  'identities.redirect': 'Vous vous connecterez chez {name}, puis reviendrez ici.',
  'identities.go': 'Continuer vers {name}',
};
