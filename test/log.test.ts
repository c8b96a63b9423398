import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { createLog } from '../src/log.js';

const written = (isProduction: boolean, fields: object, logLevel: 'info' | 'warn' = 'info') => {
  const lines: string[] = [];
  const destination = new Writable({
    write: (line, _encoding, done) => {
      lines.push(String(line));
      done();
    },
  });
  const log = createLog({ isProduction, logLevel }, destination);
  log.info(fields, 'a request came');
  return lines.join('');
};

describe('the log', () => {
  it('is one JSON object a line in production', () => {
    expect(JSON.parse(written(true, { bot: 'lead-form' }))).toMatchObject({
      bot: 'lead-form',
      msg: 'a request came',
    });
  });

  it('is readable elsewhere', () => {
    expect(written(false, { bot: 'lead-form' })).toMatch(
      /INFO.*a request came\n\s+bot: "lead-form"/,
    );
  });

  it('leaves out what is below its level', () => {
    expect(written(true, {}, 'warn')).toBe('');
  });

  it.each([true, false])(
    'hides secrets wherever they stand (in production: %s)',
    (isProduction) => {
      const line = written(isProduction, {
        token: 'secret-1',
        sessionId: 'secret-2',
        headers: { authorization: 'Bearer secret-3', cookie: 'a=secret-4', accept: 'text/html' },
        request: { headers: { authorization: 'secret-5', 'set-cookie': 'secret-6' } },
        config: { adminToken: 'secret-7', databaseUrl: 'postgresql://me:secret-8@db' },
        env: { ADMIN_TOKEN: 'secret-9', DATABASE_URL: 'secret-10' },
      });
      expect(line).not.toMatch(/secret-\d/);
      expect(line).toContain('text/html');
    },
  );

  it('hides the session id and the query in addresses, and keeps the rest', () => {
    const url = '/api/v1/sessions/secret-1/continueChat?limit=secret-2&token=secret-3';
    const line = written(true, { url });
    expect(line).not.toMatch(/secret-\d/);
    expect(JSON.parse(line)).toMatchObject({
      url: '/api/v1/sessions/[hidden]/continueChat?limit=[hidden]&token=[hidden]',
    });
  });

  it.each([
    ['/sign-in/link/secret-1', '/sign-in/link/[hidden]'],
    ['/invitations/secret-1', '/invitations/[hidden]'],
    ['/api/v1/exports/exp_1/secret-1', '/api/v1/exports/exp_1/[hidden]'],
  ])('hides the code of the link %s', (url, shown) => {
    expect(JSON.parse(written(true, { url }))).toMatchObject({ url: shown });
  });
});
