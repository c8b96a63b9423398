import type { Page } from 'playwright-core';
import { ask, type BlockSketch } from './flowOf.js';

/** A kind of input: how a person answers it on the page, and what the server then stores. */
export interface InputKind {
  readonly block: BlockSketch;
  readonly answer: (page: Page) => Promise<void>;
  /** The value of `{{X}}` afterwards. */
  readonly stored: string | RegExp;
}

const PICTURE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="teal"/></svg>')}`;

const press = async (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

const type = (text: string) => async (page: Page) => {
  await page.getByRole('textbox').focus();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
};

const colours = [
  { id: 'red', content: 'Red' },
  { id: 'green', content: 'Green' },
  { id: 'blue', content: 'Blue' },
];

const pictures = [
  { id: 'one', title: 'One', description: 'First', pictureSrc: PICTURE },
  { id: 'two', title: 'Two', pictureSrc: PICTURE },
];

const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('Hello') });

/** Every kind of input except payments. */
export const inputKinds: Readonly<Record<string, InputKind>> = {
  'a line of text': { block: ask('text input', 'X'), answer: type('Ada'), stored: 'Ada' },
  'a long text': {
    block: ask('text input', 'X', { isLong: true }),
    answer: async (page) => {
      await page.getByRole('textbox').focus();
      await page.keyboard.type('One');
      await page.keyboard.press('Enter');
      await page.keyboard.type('Two');
      await page.keyboard.press('Control+Enter');
    },
    stored: /One\s*Two/,
  },
  'a text with files': {
    block: ask('text input', 'X', { attachments: { isEnabled: true } }),
    answer: async (page) => {
      await page.getByLabel('Choose a file').setInputFiles([file('a.txt'), file('b.txt')]);
      await page.getByText('a.txt, b.txt').waitFor();
      // Files are an answer even without a text.
      await press(page, 'Send');
      await page.locator('.bot-guest-bubble a[href*="/files/fil_"]').nth(1).waitFor();
    },
    stored: 'a.txt, b.txt',
  },
  'a voice': {
    block: ask('text input', 'X', { audioClip: { isEnabled: true, saveVariableId: 'vX' } }),
    answer: async (page) => {
      await press(page, 'Record');
      await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
      await page.waitForTimeout(300);
      await press(page, 'Stop');
    },
    stored: /\/files\/fil_\w+\.webm/,
  },
  'a number': {
    block: ask('number input', 'X', { min: 1, max: 99 }),
    answer: type('36'),
    stored: '36',
  },
  'an e-mail address': {
    block: ask('email input', 'X'),
    answer: type('Ada@Example.com'),
    stored: 'ada@example.com',
  },
  'a web address': {
    block: ask('url input', 'X'),
    answer: type('https://example.com/a'),
    stored: 'https://example.com/a',
  },
  'a phone number': {
    block: ask('phone number input', 'X', { defaultCountryCode: 'FR' }),
    answer: async (page) => {
      await page.getByLabel('Country').selectOption('DE');
      await type('0170 1234567')(page);
    },
    stored: '+491701234567',
  },
  'a price, by the arrow keys': {
    block: ask('number input', 'X', {
      style: 'currency',
      currency: 'EUR',
      locale: 'en',
      min: 0.1,
      step: 0.1,
    }),
    answer: async (page) => {
      await page.getByText('€', { exact: true }).waitFor();
      await page.getByRole('textbox').focus();
      for (let pressed = 0; pressed < 3; pressed += 1) await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
    },
    stored: '0.3',
  },
  'a date': {
    block: ask('date input', 'X', { min: '2026-01-01', max: '2026-12-31' }),
    answer: async (page) => {
      await page.getByLabel('Date').fill('2026-03-05');
      await page.keyboard.press('Enter');
    },
    stored: '05/03/2026',
  },
  'two dates with times': {
    block: ask('date input', 'X', { isRange: true, hasTime: true, min: '2026-01-01' }),
    answer: async (page) => {
      await page.getByLabel('From:').fill('2026-03-05T08:30');
      await page.getByLabel('To:').fill('2026-03-06T17:00');
      await press(page, 'Send');
    },
    stored: '05/03/2026 08:30 to 06/03/2026 17:00',
  },
  'a time': {
    block: ask('time input', 'X'),
    answer: async (page) => {
      await page.getByLabel('Time').fill('17:45');
      await page.keyboard.press('Enter');
    },
    stored: '17:45',
  },
  'a choice': {
    block: { ...ask('choice input', 'X'), items: colours },
    answer: async (page) => press(page, 'Green'),
    stored: 'Green',
  },
  'several choices that are searched': {
    block: {
      ...ask('choice input', 'X', { isMultipleChoice: true, isSearchable: true }),
      items: colours,
    },
    answer: async (page) => {
      await press(page, 'Red');
      await page.getByRole('searchbox').fill('lu');
      await press(page, 'Blue');
      await press(page, 'Send');
    },
    stored: 'Red, Blue',
  },
  'a picture': {
    block: { ...ask('picture choice input', 'X'), items: pictures },
    answer: async (page) => page.getByRole('button', { name: 'Two' }).click(),
    stored: 'Two',
  },
  'several pictures': {
    block: { ...ask('picture choice input', 'X', { isMultipleChoice: true }), items: pictures },
    answer: async (page) => {
      await page.getByRole('button', { name: 'One' }).click();
      await page.getByRole('button', { name: 'Two' }).click();
      await press(page, 'Send');
    },
    stored: 'One, Two',
  },
  'a rating in numbers': {
    block: ask('rating input', 'X', {
      startsAt: 1,
      length: 7,
      labels: { left: 'No', right: 'Yes' },
    }),
    answer: async (page) => {
      if (await page.getByRole('button', { name: '0', exact: true }).count()) throw new Error('0');
      await press(page, '7');
      await press(page, 'Send');
    },
    stored: '7',
  },
  'a rating in stars, sent at once': {
    block: ask('rating input', 'X', {
      buttonType: 'Icons',
      length: 5,
      isOneClickSubmitEnabled: true,
    }),
    answer: async (page) => press(page, '4'),
    stored: '4',
  },
  'a file': {
    block: ask('file input', 'X', { labels: { placeholder: '<b>Drop</b> it<br>here &amp; now' } }),
    answer: async (page) => {
      await page.getByText('Drop it here & now').waitFor();
      await page.locator('input[type=file]').setInputFiles(file('cv.txt'));
      await press(page, 'Send');
    },
    stored: /\/files\/fil_\w+\.txt$/,
  },
  'several files, dropped': {
    block: ask('file input', 'X', { isMultipleAllowed: true }),
    answer: async (page) => {
      const dropped = await page.evaluateHandle(`(() => {
        const dropped = new DataTransfer();
        for (const name of ['c.txt', 'd.txt']) dropped.items.add(new File(['Hello'], name, { type: 'text/plain' }));
        return dropped;
      })()`);
      await page.locator('.bot-drop').dispatchEvent('drop', { dataTransfer: dropped });
      await page.getByText('c.txt, d.txt').waitFor();
      await press(page, 'Send');
    },
    stored: /\/files\/fil_\w+\.txt, \S+\/files\/fil_\w+\.txt$/,
  },
  cards: {
    block: {
      ...ask('cards', 'X'),
      items: [
        {
          id: 'room',
          title: 'Room',
          description: 'With a view',
          imageUrl: PICTURE,
          paths: [
            { id: 'book', text: 'Book' },
            { id: 'ask', text: 'Ask' },
          ],
        },
        { id: 'suite', title: 'Suite', imageUrl: PICTURE, paths: [{ id: 'more', text: 'More' }] },
      ],
    },
    answer: async (page) => press(page, 'Book'),
    stored: 'Room',
  },
};
