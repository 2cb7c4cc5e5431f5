/**
 * Version of this contract. A plugin's manifest names the range it was written for (`lectern.api`); the host
 * loads a plugin when this version satisfies that range. It is not the version of the product.
 *
 * @since 1.0.0
 */
export const API_VERSION = '1.9.0';
