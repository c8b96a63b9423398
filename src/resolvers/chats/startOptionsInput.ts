import { InputType } from 'type-graphql';
import type { StartOptions } from '../../chat/startChat.js';
import type { UserMessage } from '../../engine/index.js';
import { NullableField } from '../../schema/field.js';
import {
  IdempotencyKey,
  Locale,
  PrefilledVariables,
  SentMessage,
  TimeZone,
} from '../../schema/scalars.js';
import { MutationInput } from '../mutationInput.js';
import { ONCE, idempotencyOf } from './idempotencyOf.js';

/** The options of every start of a chat. */
@InputType()
export abstract class StartOptionsInput extends MutationInput {
  @NullableField(() => SentMessage, {
    description: 'Answers the input a flow begins with; ignored where it begins otherwise.',
  })
  message?: UserMessage | null;

  @NullableField(() => Boolean, {
    defaultValue: false,
    description:
      'The client streams AI completions itself: the turn ends with an action `stream`, and the client gets the text with `streamMessage` and sends it as its next message.',
  })
  isStreamEnabled?: boolean | null;

  @NullableField(() => Boolean, {
    defaultValue: false,
    description: 'Only registers the chat; the flow starts with the first message.',
  })
  isOnlyRegistering?: boolean | null;

  @NullableField(() => PrefilledVariables, {
    description: 'Values for variables, by name, set before the flow starts.',
  })
  prefilledVariables?: Record<string, unknown> | null;

  @NullableField(() => TimeZone, {
    description: 'The time zone of the person, in which dates are read and written; UTC without.',
  })
  timeZone?: string | null;

  @NullableField(() => Locale, {
    description:
      'The languages that the person reads; the bot speaks the first that it has, or else the one that it is written in.',
  })
  locale?: string | null;

  @NullableField(() => IdempotencyKey, ONCE) idempotencyKey?: string | null;

  /** The options for `chat/`, where nulls count as absent. `origin` is the origin of the page that sent the request. */
  options(origin: string | undefined): StartOptions {
    return {
      origin,
      once: idempotencyOf(this, origin),
      message: this.message ?? undefined,
      isStreamEnabled: this.isStreamEnabled ?? false,
      isOnlyRegistering: this.isOnlyRegistering ?? false,
      prefilledVariables: this.prefilledVariables ?? undefined,
      timeZone: this.timeZone ?? undefined,
      locale: this.locale ?? undefined,
    };
  }
}
