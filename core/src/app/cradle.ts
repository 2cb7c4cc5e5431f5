import type { AwilixContainer } from 'awilix';
import type { PlatformServices } from '../platform/composition/platform-services.js';
import type * as features from './features.js';

type Made<S> = S extends (services: never) => infer T ? T : S extends { make: (services: never) => infer T } ? T : never;
type GivenBy<F> = F extends { readonly services: infer S } ? { readonly [Name in keyof S]: Made<S[Name]> } : never;
type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer Intersection) => void ? Intersection : never;

/** All parts of the server: the platform, and the services that features declare. */
export type Cradle = PlatformServices & All<GivenBy<(typeof features)[keyof typeof features]>>;

export type Container = AwilixContainer<Cradle>;
