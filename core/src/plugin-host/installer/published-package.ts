/** One version as a registry describes it. */
export interface PublishedVersion {
  readonly name: string;
  readonly version: string;
  readonly tarball: string;
  /** Absent in old registries, which have `shasum`. */
  readonly integrity?: string;
  readonly shasum?: string;
  readonly deprecated?: string;
  /** Range of the plugin API in its manifest. */
  readonly api?: string;
  /** Whether the registry has a statement of where and from what it was built. Nobody here verifies it. */
  readonly hasProvenance?: boolean;
  /** Range of Node.js it needs. */
  readonly node?: string;
}

/** All versions of a package, the newest first. */
export interface PublishedPackage {
  readonly name: string;
  /** What the tag `latest` names. */
  readonly latest?: string;
  /** Versions by tag. */
  readonly tags: Readonly<Record<string, string>>;
  readonly versions: readonly PublishedVersion[];
}
