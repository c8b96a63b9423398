import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { createLog } from '../../src/log/log.js';
import { recordAt } from '../support/parts.js';

const writing = (
  isProduction: boolean,
  write: (log: ReturnType<typeof createLog>) => void,
  logLevel: 'info' | 'warn' = 'info',
) => {
  const lines: string[] = [];
  const destination = new Writable({
    write: (line, _encoding, done) => {
      lines.push(String(line));
      done();
    },
  });
  const log = createLog({ isProduction, logLevel }, destination);
  write(log);
  return lines.join('');
};
const written = (isProduction: boolean, fields: object, logLevel?: 'info' | 'warn') =>
  writing(isProduction, (log) => log.info(fields, 'a request came'), logLevel);
const requestLine = (isProduction: boolean, url: string, logLevel?: 'info' | 'warn') => {
  const asked = { requestId: 'r-1', method: 'GET', url, status: 200, ms: 7, operation: 'bot' };
  const line = { ...asked, client: '192.0.2.1' };
  return writing(isProduction, (log) => log.writeRequest('info', line), logLevel);
};

describe('the log', () => {
  it('is one JSON object a line in production', () => {
    expect(JSON.parse(written(true, { bot: 'lead-form' }))).toMatchObject({
      bot: 'lead-form',
      msg: 'a request came',
    });
  });

  it('is readable text elsewhere', () => {
    expect(written(false, { bot: 'lead-form' })).toMatch(
      /INFO.*a request came\n\s+bot: "lead-form"/,
    );
  });

  it('leaves out entries below its level', () => {
    expect(written(true, {}, 'warn')).toBe('');
  });

  it.each([true, false])('hides secrets wherever they are (in production: %s)', (isProduction) => {
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
  });

  it.each([true, false])(
    'hides secrets at any depth, in errors and their causes (in production: %s)',
    (isProduction) => {
      const cause = Object.assign(new Error('no route to postgresql://me:secret-1@db/x'), {
        config: { headers: { Authorization: 'secret-2', accept: 'text/html' } },
      });
      const err = new Error('failed', { cause });
      const fields = {
        err: Object.assign(err, { errors: [{ response: { headers: { Cookie: 'secret-3' } } }] }),
        reason: cause,
        url: new URL('https://me:secret-4@example.com/'),
        deep: { deep: { deep: { deep: { apiKey: 'secret-5', said: 'kept' } } } },
        deeper: { deep: { deep: { deep: { deep: { deep: { deep: { said: 'secret-6' } } } } } } },
        list: [{ sessionId: 'secret-7' }, { 'Idempotency-Key': 'secret-8' }],
        circle: {},
      };
      Object.assign(fields.circle, { around: fields.circle, password: 'secret-9' });
      const line = writing(isProduction, (log) => log.error(fields, 'it broke'));
      expect(line).not.toMatch(/secret-\d/);
      for (const shown of ['no route to', 'text/html', 'kept', 'Error: failed']) {
        expect(line).toContain(shown);
      }
    },
  );

  it('hides the session id and the query of addresses, and shows the rest', () => {
    const url = '/api/v1/sessions/secret-1/continueChat?limit=secret-2&token=secret-3';
    const line = written(true, { url });
    expect(line).not.toMatch(/secret-\d/);
    expect(JSON.parse(line)).toMatchObject({
      url: '/api/v1/sessions/[hidden]/continueChat?limit=[hidden]&token=[hidden]',
    });
  });

  it.each([
    ['/sign-in/link/secret-1', '/sign-in/link/[hidden]'],
    ['/sign-in/email/secret-1', '/sign-in/email/[hidden]'],
    ['/invitations/secret-1', '/invitations/[hidden]'],
    ['/api/v1/exports/exp_1/secret-1', '/api/v1/exports/exp_1/[hidden]'],
    ['/v1/sessions//secret-1/events', '/v1/sessions//[hidden]/events'],
  ])('hides the code of the link %s', (url, shown) => {
    expect(JSON.parse(written(true, { url }))).toMatchObject({ url: shown });
  });

  it('has one JSON object for each request in production, as for everything else', () => {
    const { time, pid, hostname, ...line } = recordAt(JSON.parse(requestLine(true, '/v1/b?x="y"')));
    const other = recordAt(JSON.parse(written(true, {})));
    expect([pid, hostname, typeof time]).toEqual([other['pid'], other['hostname'], 'number']);
    expect(line).toEqual({
      ...{ level: 30, requestId: 'r-1', method: 'GET', url: '/v1/b?x=[hidden]' },
      ...{ status: 200, ms: 7, operation: 'bot', client: '192.0.2.1', msg: 'request' },
    });
  });

  it('has one readable line for each request elsewhere, and none below its level', () => {
    expect(requestLine(false, '/v1/bots')).toMatch(
      /^\[\d\d:\d\d:\d\d\.\d{3}\] INFO: GET \/v1\/bots 200 7 ms bot 192\.0\.2\.1 r-1\n$/,
    );
    expect(requestLine(false, '/\x9b2J')).not.toContain('\x9b2J 200');
    expect(requestLine(true, '/', 'warn') + requestLine(false, '/', 'warn')).toBe('');
  });

  it.each([
    '/api/v1/sessions/secret-1/continueChat?limit=secret-2&token=secret-3&secret-4',
    '/API/V1/Sessions/secret-1/continueChat',
    '/api/v1/%73essions/secret-1/continueChat',
    '/api/v1/sessions%2Fsecret-1',
    '/api/v1/sessions/secret-1%zz',
    'http://me:secret-1@host/sign-in/link/secret-2',
    'http://host/invitations/secret-1',
    '/sign-in/link/secret-1?secret-2',
    '/api/v1/exports/exp_1/secret-1',
    '/?secret-1?secret-2&a=secret-3',
  ])('hides what lets its bearer in from the request line of %s', (url) => {
    for (const isProduction of [true, false]) {
      expect(requestLine(isProduction, url)).not.toMatch(/secret-\d/);
    }
  });
});
