import { keeperOf } from '../keeperOf.js';
import type { VendorAction } from '../vendorAction.js';
import { drawPng } from './drawPng.js';

/** The most characters that the largest QR code can hold with correction of level M (ISO/IEC 18004, table 7). */
const LONGEST = { digits: 5_596, others: 3_391 };

/** Makes the picture of a QR code on this server, and keeps it as a file of the chat. */
export const makeQrCode: VendorAction = async (_ports, { effect, origin }) => {
  const { data } = effect.options;
  if (typeof data !== 'string' || data === '') return { ok: false, error: 'There is no text' };
  // The library divides any text into parts before it finds it too long, which takes a second for 100 000 characters.
  const longest = /^\d+$/.test(data) ? LONGEST.digits : LONGEST.others;
  if (data.length > longest) return { ok: false, error: 'The text is too long for a QR code' };
  const keepFile = keeperOf(origin);
  const { create } = await import('qrcode');
  const content = await drawPng(create(data, { errorCorrectionLevel: 'M' }).modules);
  const URL = await keepFile({ name: 'qr-code', type: 'image/png', content });
  return { ok: true, value: { URL } };
};
