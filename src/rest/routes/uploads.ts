import type { Route } from '../route.js';

const document = `mutation ($input: CreateStagedUploadInput!) {
  createStagedUpload(input: $input) {
    stagedUpload { url formData fileUrl fileType maxBytes expiresAt }
  }
}`;

const staged = (member: string) => `createStagedUpload.stagedUpload.${member}`;

const file = ['fileName', 'fileType', 'fileSize'];

/** The request and reply of a staged upload in the examples. */
const example = {
  body: { fileName: 'cv.pdf', fileType: 'application/pdf' },
  reply: {
    presignedUrl: 'https://chat.example.com/files/uploads',
    formData: { token: 'fil_0mwq9jvrn.52428800.1767225600000.c2lnbmF0dXJl' },
    fileUrl: 'https://chat.example.com/files/fil_0mwq9jvrn3cw1h3rngmptru9xb20shxdrc.pdf',
  },
};

/** The endpoints with which visitors upload files. */
export const uploadRoutes: readonly Route[] = [
  {
    method: 'post',
    path: '/v1/sessions/{sessionId}/uploads',
    summary: 'Prepare the upload of a file to the input that waits',
    note: 'Post the fields of `formData` and then the file, named `file`, as multipart/form-data to `presignedUrl`, and send `fileUrl` as the answer.',
    document,
    reply: {
      presignedUrl: staged('url'),
      formData: staged('formData'),
      fileUrl: staged('fileUrl'),
      fileType: staged('fileType'),
      maxBytes: staged('maxBytes'),
      expiresAt: staged('expiresAt'),
    },
    body: {
      input: 'CreateStagedUploadInput',
      members: ['blockId', ...file],
      isOptional: false,
      limit: 'chat',
    },
    needsToken: false,
    example: {
      body: example.body,
      reply: {
        ...example.reply,
        fileType: 'application/pdf',
        maxBytes: 52_428_800,
        expiresAt: '2026-01-01T00:00:00.000Z',
      },
    },
  },
  {
    method: 'post',
    path: '/v3/generate-upload-url',
    summary: 'Prepare the upload of a file, in the form that existing widgets call',
    document,
    reply: {
      presignedUrl: staged('url'),
      formData: staged('formData'),
      fileUrl: staged('fileUrl'),
    },
    body: {
      input: 'CreateStagedUploadInput',
      members: ['sessionId', 'blockId', ...file],
      isOptional: false,
      limit: 'chat',
    },
    needsToken: false,
    example: {
      body: { sessionId: 'ses_0mwq9jvrn3cw1h3rngmptru9xb20shxdrc', blockId: 'b2', ...example.body },
      reply: example.reply,
    },
  },
];
