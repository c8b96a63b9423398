/** Compiles and bundles the server unless it was from the same sources; gives whether it was bundled. */
export function bundleServer(options?: { readonly always?: boolean }): Promise<boolean>;
