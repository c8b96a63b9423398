import { ask } from '../ask.js';
import { createDatabase } from '../database.js';
import { importWithWorkspace } from '../publishBot.js';
import { benchFlow } from '../flow.js';
import { openEditors, type Desk } from './editors.js';
import { startPhoenix } from './phoenix.js';
import { wait } from './times.js';
import type { Trial } from './trial.js';

/** The longest time between two kills, and between two writes that replace a part as a whole, in milliseconds. */
const [RESTS, REPLACES] = [12_000, 5_000] as const;
const WINDOWS = 3;

/** Windows of the console in which one bot is edited while the server is killed and pages are loaded again. */
export const editTogether: Trial = {
  name: 'edit',
  promise:
    'editors of one flow, kill -9 of the server, reloads: all see the stored draft, no gesture is lost or doubled',
  async run({ later, minutes, chance, say }) {
    const database = await createDatabase();
    later(database.drop);
    const server = await startPhoenix(database.url, {}, later);
    const { botId } = await importWithWorkspace(server.now(), benchFlow);
    const desk: Desk = { url: `http://127.0.0.1:${server.port}`, token: server.now().token, botId };
    const desks = Array.from({ length: WINDOWS }, () => desk);
    const editors = await openEditors(desks, { chance, watched: desk });
    const end = performance.now() + minutes * 60_000;
    const isOver = (): boolean => performance.now() > end;
    let [kills, replaced] = [0, 0];
    const replace = async (): Promise<void> => {
      for (; !isOver(); await wait(chance() * REPLACES)) {
        const body = { bot: { settings: { general: { isInputPrefillEnabled: chance() < 0.5 } } } };
        await ask(server.now(), `/api/v1/bots/${botId}`, { method: 'PATCH', body }).then(
          () => (replaced += 1),
          () => undefined,
        );
      }
    };
    const kill = async (): Promise<void> => {
      while (!isOver()) {
        await wait(chance() * RESTS);
        await server.now().kill();
        await server.rise();
        kills += 1;
        if (kills % 10 === 0) say(`killed ${kills} times`);
      }
    };
    await Promise.all([replace(), kill()]);
    const { figures, broken } = await editors.stop();
    return { figures: { ...figures, kills, 'parts replaced': replaced }, broken };
  },
};
