/** How a release is fetched. @since 1.0.0 */
export type Protocol = 'torrent' | 'usenet' | 'http';
