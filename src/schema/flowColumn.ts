import { Type } from '@mikro-orm/core';
import { flowOfText, textOfFlow, type FlowDefinition } from '../engine/index.js';

/**
 * A column that holds a flow. To detect changes, the ORM serializes and parses what it reads and writes several times;
 * for a flow of megabytes each time would block the event loop, and a flow is never changed in place.
 */
export class FlowColumn extends Type<FlowDefinition, string> {
  override convertToDatabaseValue(definition: FlowDefinition): string {
    return textOfFlow(definition);
  }

  override convertToJSValue(text: string): FlowDefinition {
    return flowOfText(text);
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
