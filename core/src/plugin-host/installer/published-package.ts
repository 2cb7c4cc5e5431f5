/** One version as a registry describes it. */
export interface PublishedVersion {
  readonly name: string;
  readonly version: string;
  readonly tarball: string;
  /** Absent in old registries, which have `shasum` instead. */
  readonly integrity?: string;
  readonly shasum?: string;
  readonly deprecated?: string;
  /** The range of the plugin API in its manifest. */
  readonly api?: string;
  /** Whether the registry has a provenance statement. Lectern does not verify it. */
  readonly hasProvenance?: boolean;
  /** The range of Node.js it requires. */
  readonly node?: string;
}

/** All versions of a package, newest first. */
export interface PublishedPackage {
  readonly name: string;
  /** The version tagged `latest`. */
  readonly latest?: string;
  /** Versions by tag. */
  readonly tags: Readonly<Record<string, string>>;
  readonly versions: readonly PublishedVersion[];
}
