/** The address of Meta's API, unless the operator sets another (`VENDOR_ADDRESSES`). */
export const META_ADDRESS = 'https://graph.facebook.com/v25.0';
