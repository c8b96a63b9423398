// A server of node:http alone that answers every request with an event stream and keeps it open: what a stream takes at least.
import { createServer } from 'node:http';

const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  response.write('event: turnEnd\ndata: {"__typename":"turnEnd"}\n\n');
});
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
process.once('SIGTERM', () => process.exit());
