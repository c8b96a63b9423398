import type { BlockContext } from '../../blocks/kind/block.js';
import type { JsonRecord } from '../../documents/jsonRecord.js';
import { asList } from '../../values/value.js';

/** One message of a dialogue with a model. */
export interface ChatMessage {
  readonly role: string;
  readonly content: string;
  /** Tells people of one role from each other. */
  readonly name?: string;
}

/** The messages for a model: filled in, stored dialogues expanded, empty messages left out. */
export function chatMessages(
  messages: readonly JsonRecord[],
  context: BlockContext,
): ChatMessage[] {
  return messages
    .flatMap(({ role, content, name: template, ...dialogue }): ChatMessage[] => {
      if (role === 'Dialogue') return dialogueOf(dialogue, context);
      if (typeof role !== 'string' || typeof content !== 'string') return [];
      const name = typeof template === 'string' ? context.text(template).trim() : '';
      return [{ role, content: context.text(content), ...(name !== '' && { name }) }];
    })
    .filter(({ content }) => content !== '');
}

/** The texts of a list as messages that alternate between both sides; `startsBy` sends the first. */
export function inTurns(texts: readonly (string | null)[], startsBy: unknown): ChatMessage[] {
  const roles = startsBy === 'assistant' ? ['assistant', 'user'] : ['user', 'assistant'];
  return texts.map((text, index) => ({ role: String(roles[index % 2]), content: text ?? '' }));
}

/** The texts of a variable: a text counts as a list of one. */
export function textsIn(variableId: unknown, context: BlockContext): readonly (string | null)[] {
  return asList(typeof variableId === 'string' ? context.value(variableId) : null);
}

function dialogueOf(
  { dialogueVariableId, startsBy }: JsonRecord,
  context: BlockContext,
): ChatMessage[] {
  return inTurns(textsIn(dialogueVariableId, context), startsBy);
}
