import { Type } from '@mikro-orm/core';
import { flowOfText, textOfFlow, type FlowDefinition } from '../engine/index.js';

/**
 * A column that holds a flow. To detect changes, the ORM would serialize and parse values several times, which blocks the event loop for
 * flows of megabytes. It need not, because flows are never changed in place.
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
