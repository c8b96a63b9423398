import { connect, type Socket } from 'node:net';

/**
 * Sends the beginning of an upload as a form, over a connection of its own, and promises more of it; settles when all of that is
 * sent. Whoever gets the connection cuts it.
 */
export async function beginUpload(
  url: string,
  token: unknown,
  content: string | Uint8Array,
): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"`;
  socket.write(
    'POST /files/uploads HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\n' +
      `Content-Length: ${content.length + 900}\r\n\r\n` +
      `${part('token')}\r\n\r\n${String(token)}\r\n${part('file')}; filename="a"\r\n\r\n`,
  );
  await new Promise((resolve) => socket.write(content, resolve));
  return socket;
}
