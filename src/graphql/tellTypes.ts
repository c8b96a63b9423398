import { isInterfaceType, type GraphQLSchema } from 'graphql';
import { declaredTypeOf } from '../schema/queryCost.js';

/** Has types told from values alone where that is declared: type-graphql would make a promise for each object. */
export function tellTypes(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isInterfaceType(type)) type.resolveType = declaredTypeOf(type) ?? type.resolveType;
  }
}
