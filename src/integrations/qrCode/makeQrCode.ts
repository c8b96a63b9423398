import { keeperOf } from '../keeperOf.js';
import type { VendorAction } from '../vendorAction.js';

/** In pixels. */
const WIDTH = 512;

/** Makes the picture of a QR code on this server, and keeps it as a file of the chat. */
export const makeQrCode: VendorAction = async (_ports, { effect, origin }) => {
  const { data } = effect.options;
  if (typeof data !== 'string' || data === '') return { ok: false, error: 'There is no text' };
  const keepFile = keeperOf(origin);
  const { toBuffer } = await import('qrcode');
  const content = await toBuffer(data, { type: 'png', width: WIDTH });
  const URL = await keepFile({ name: 'qr-code', type: 'image/png', content });
  return { ok: true, value: { URL } };
};
