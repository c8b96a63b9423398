import { defineForge } from '../../integrations/forge/defineForge.js';
import { text, variable } from '../../integrations/forge/fields.js';

/** Makes a picture of a QR code. */
export const qrCode = defineForge({
  type: 'qr-code',
  label: 'QR code',
  icon: 'qr',
  searchWords: ['barcode', 'scan', 'picture'],
  summary: 'Makes a picture of a QR code.',
  leaves: 'Nothing: the picture is made here and kept with the files of the chat.',
  repeats: 'The picture is made again.',
  example: { data: 'https://example.com/{{Name}}', saveUrlInVariableId: 'vSite' },
  needsCredentials: false,
  actions: [
    {
      name: 'Generate a QR Code',
      options: {
        data: text('What the code says', { title: 'Content' }),
        saveUrlInVariableId: variable('for the address of the picture', {
          title: 'Save the address in',
        }),
      },
      saves: { saveUrlInVariableId: 'URL' },
    },
  ],
});
