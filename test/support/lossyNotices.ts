import { openNotifications } from '../../src/storage/bus/notifications.js';

/** Notifications over a bad connection: a fifth is lost and a fifth arrives twice. Connects and disconnects are always reported. */
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
