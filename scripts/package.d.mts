/** Builds what npm packs unless it was from the same sources; gives whether it was built. */
export function buildPackage(): Promise<boolean>;

/** The manifest of the package, given that of the repository. */
export function packedManifest(text: string): string;
