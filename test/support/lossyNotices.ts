import { openNotifications } from '../../src/storage/bus/notifications.js';

/** The notices of a bad day: a fifth never arrives, a fifth arrives twice. Whether the connection is open is not lost. */
export function lossyNotices(chance: () => number): typeof openNotifications {
  return (bus, handlers) =>
    openNotifications(bus, {
      ...handlers,
      onMessage(text) {
        const luck = chance();
        if (luck < 0.2) return;
        handlers.onMessage(text);
        if (luck < 0.4) handlers.onMessage(text);
      },
    });
}
