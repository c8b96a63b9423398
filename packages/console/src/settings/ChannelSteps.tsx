import {
  Channel as ChannelOf,
  type ChannelQuery,
  UpdateCredentials,
} from '@parley/client/dashboard';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { change } from '../app/change.js';
import { useData } from '../app/server.js';
import { useAction } from '../app/useAction.js';
import { TestButton } from '../credentials/TestButton.js';
import { t } from '../i18n/t.js';
import { Fault } from '../ui/Fault.js';
import { Reading } from '../ui/Reading.js';
import { When } from '../ui/When.js';
import { ChannelBots } from './ChannelBots.js';
import { type Channel, ChannelFault } from './ChannelState.js';
import { Copyable } from '../ui/Copyable.js';

/** What is stored of the credentials of a channel. */
export type HeldChannel = Extract<NonNullable<ChannelQuery['node']>, { readonly id: string }>;

/** How often the page asks whether the service wrote, in milliseconds. */
const ASK_EVERY = 3_000;

/** The steps that connect stored credentials with a messenger. What the service does shows as it happens. */
export function ChannelSteps({
  workspaceId,
  credentialsId,
}: {
  readonly workspaceId: string;
  readonly credentialsId: string;
}): ReactNode {
  const { data, fault, reload } = useData(ChannelOf, { credentialsId });
  useEvery(ASK_EVERY, reload);
  // A node that is something else has no members here.
  const held = data?.node?.id === undefined ? undefined : (data.node as HeldChannel);
  if (!held?.messengerChannel)
    return data ? (
      <p className="empty">{t('There is no such channel')}</p>
    ) : (
      <Reading fault={fault} />
    );
  const { messengerChannel: channel, name } = held;
  const provider = providerOf(held);
  return (
    <>
      <h2>{name}</h2>
      <ChannelFault channel={channel} />
      <ol className="steps">
        {provider === 'meta' ? (
          <li>
            <h3>{t('Try the token')}</h3>
            <p>
              {t('Meta says which number it is.')}{' '}
              <TestButton {...{ workspaceId, credentialsId, name }} />
            </p>
          </li>
        ) : null}
        <li>
          <h3>{t('Say where messages are sent to')}</h3>
          <Address {...{ workspaceId, held, channel }} />
        </li>
        <li>
          <h3>{t('Choose who answers')}</h3>
          <ChannelBots {...{ workspaceId, held, reload }} />
        </li>
        <li>
          <h3>{t('Write the first message')}</h3>
          <p>
            {provider === 'webhook'
              ? t('In another messenger, send a message as a person would, and the bot answers.')
              : t(
                  'In WhatsApp nobody can be written to who has not written before: send Hello to the number from your phone, and the bot answers.',
                )}
          </p>
          <p role="status">
            {channel.lastMessageAt === null ? (
              t('Waiting for a message …')
            ) : (
              <When
                at={channel.lastMessageAt}
                words={(time) => t('Last message {time}', { time })}
              />
            )}
          </p>
        </li>
      </ol>
    </>
  );
}

function providerOf({ members }: HeldChannel): unknown {
  // Credentials that do not say it are of Meta.
  return members?.find(({ path }) => path === 'provider')?.value ?? 'meta';
}

/** Calls a function again and again while the page is seen. */
function useEvery(milliseconds: number, call: () => void): void {
  const latest = useRef(call);
  latest.current = call;
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') latest.current();
    }, milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds]);
}

/** The address that the service needs, and whether it is verified. */
function Address({
  workspaceId,
  held,
  channel: { webhookUrl, verifiedAt },
}: {
  readonly workspaceId: string;
  readonly held: HeldChannel;
  readonly channel: Channel;
}): ReactNode {
  const provider = providerOf(held);
  const isReachable = webhookUrl.startsWith('https://');
  return (
    <>
      {isReachable || provider === 'webhook' ? null : (
        <p role="alert">
          {t(
            'The service can only reach an address that begins with https and is on the internet. This server has another one: ask its operator.',
          )}
        </p>
      )}
      <p>
        {provider === 'meta'
          ? t(
              'In the app at developers.facebook.com, open “WhatsApp › Configuration” and press “Edit” beside “Webhook”. Paste what is below into “Callback URL” and “Verify token”, and press “Verify and save”. Then, under “Webhook fields”, switch on “messages”.',
            )
          : provider === '360dialog'
            ? t(
                'Send this to 360dialog, with your API key and your webhook secret in place of the dots.',
              )
            : t('Your program sends messages to this address.')}
      </p>
      <strong>{t('Callback URL')}</strong>
      <Copyable label={t('Callback URL')} text={webhookUrl} />
      {provider === '360dialog' ? (
        <Copyable label={t('Command')} text={commandFor(webhookUrl)} />
      ) : null}
      {provider === 'meta' ? (
        <>
          <VerifyToken workspaceId={workspaceId} credentialsId={held.id} />
          <p role="status">
            {verifiedAt === null ? (
              t('Waiting for Meta to verify the address …')
            ) : (
              <When
                at={verifiedAt}
                words={(time) => t('✓ Meta verified the address {time}', { time })}
              />
            )}
          </p>
          <p className="soft">
            {t('Meta does not tell whether “messages” is switched on: the first message shows it.')}
          </p>
        </>
      ) : null}
    </>
  );
}

/** What sets the address at 360dialog. */
function commandFor(url: string): string {
  const body = JSON.stringify({ url, headers: { Authorization: 'Bearer …' } });
  return `curl https://waba-v2.360dialog.io/v1/configs/webhook -H "D360-API-KEY: …" -H "Content-Type: application/json" -d '${body}'`;
}

/** Makes up a verify token, which is shown once: like all secrets it is not read again. */
function VerifyToken({
  workspaceId,
  credentialsId,
}: {
  readonly workspaceId: string;
  readonly credentialsId: string;
}): ReactNode {
  const [token, setToken] = useState<string>();
  const action = useAction();
  const make = (): void => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const verifyToken = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    const input = { workspaceId, credentialsId, data: { verifyToken } };
    void action.run(change(UpdateCredentials, { input }), () => setToken(verifyToken));
  };
  return (
    <>
      {token === undefined ? (
        <p>
          <button type="button" onClick={make}>
            {t('Make a verify token')}
          </button>{' '}
          <span className="soft">{t('It takes the place of an earlier one.')}</span>
        </p>
      ) : (
        <>
          <strong>{t('Verify token')}</strong>
          <Copyable label={t('Verify token')} text={token} />
        </>
      )}
      <Fault words={action.fault} />
    </>
  );
}
