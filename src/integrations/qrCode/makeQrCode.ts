import type { VendorAction } from '../vendorActions.js';

/** In pixels. */
const WIDTH = 512;

/** Makes the picture of a QR code on this server, and keeps it as a file of the chat. */
export const makeQrCode: VendorAction = async (_ports, { effect, origin }) => {
  const { data } = effect.options;
  if (typeof data !== 'string' || data === '') return { ok: false, error: 'There is no text' };
  if (!origin.keepFile) return { ok: false, error: 'This chat keeps no files' };
  const { toBuffer } = await import('qrcode');
  const content = await toBuffer(data, { type: 'png', width: WIDTH });
  const URL = await origin.keepFile({ name: 'qr-code', type: 'image/png', content });
  return { ok: true, value: { URL } };
};
