import { Type } from '@mikro-orm/core';
import { knownAs, textOfFlow, type FlowDefinition } from '../engine/index.js';

/**
 * A column that holds a flow. The ORM turns what it reads and writes into text and back several times over, to see what
 * changed; of a flow of megabytes each time holds everything else up, and a flow never changes in its place.
 */
export class FlowColumn extends Type<FlowDefinition, string> {
  override convertToDatabaseValue(definition: FlowDefinition): string {
    return textOfFlow(definition);
  }

  override convertToJSValue(text: string): FlowDefinition {
    return knownAs(text, JSON.parse(text));
  }

  override convertToJSValueSQL(column: string): string {
    return `${column}::text`;
  }

  override compareAsType(): string {
    return 'string';
  }

  override getColumnType(): string {
    return 'json';
  }
}
