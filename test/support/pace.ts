/** A reader that can be paused. */
interface Reading {
  pause(): unknown;
  resume(): unknown;
  on(event: 'data', heard: (part: string | Buffer) => void): unknown;
}

/** So much is read at once; the system tells the far end of less than about a megabyte late. */
const [AT_ONCE, REST] = [2 ** 21, 120] as const;

/** Lets a connection be read slowly: two megabytes at a time, with a rest of so many milliseconds between. */
export function pace(connection: Reading, reader: Pick<Reading, 'pause' | 'resume'> = connection) {
  let read = 0;
  connection.on('data', (part) => {
    read += part.length;
    if (read < AT_ONCE) return;
    read = 0;
    reader.pause();
    setTimeout(() => reader.resume(), REST);
  });
}
