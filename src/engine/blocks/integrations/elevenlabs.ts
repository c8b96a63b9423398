import { defineForge } from '../../integrations/forge/defineForge.js';
import { text, variable } from '../../integrations/forge/fields.js';

/** Reads a text aloud with ElevenLabs. */
export const elevenlabs = defineForge({
  type: 'elevenlabs',
  label: 'ElevenLabs',
  icon: 'wave',
  searchWords: ['speech', 'voice', 'audio', 'read', 'aloud'],
  summary: 'Reads a text aloud with ElevenLabs.',
  leaves: 'The text goes to ElevenLabs; the recording is kept with the files of the chat.',
  repeats: 'The text is read again, which is paid for again.',
  example: { text: 'Hello {{Name}}', voiceId: 'voice_1', saveUrlInVariableId: 'vSite' },
  needsCredentials: true,
  usesAi: true,
  actions: [
    {
      name: 'Convert text to speech',
      options: {
        text: text('What is read', { control: 'LONG_TEXT' }),
        voiceId: text('The voice', { title: 'Voice', listedBy: ['credentialsId'] }),
        modelId: text('The model', {
          title: 'Model',
          default: 'eleven_multilingual_v2',
          listedBy: ['credentialsId'],
        }),
        saveUrlInVariableId: variable('for the address of the recording', {
          title: 'Save the address in',
        }),
      },
      saves: { saveUrlInVariableId: 'URL' },
    },
  ],
});
