/** A reader that can be paused. */
interface Reading {
  pause(): unknown;
  resume(): unknown;
  on(event: 'data', listener: (part: string | Buffer) => void): unknown;
}

/** The bytes between two rests. Of less than about a megabyte the kernel informs the sender late. */
const BYTES = 2 ** 21;
/** The length of a rest, in milliseconds. */
const REST = 120;

/** Slows the reading of a connection down: after every `BYTES` bytes it rests. */
export function pace(connection: Reading, reader: Pick<Reading, 'pause' | 'resume'> = connection) {
  let read = 0;
  connection.on('data', (part) => {
    read += part.length;
    if (read < BYTES) return;
    read = 0;
    reader.pause();
    setTimeout(() => reader.resume(), REST);
  });
}
