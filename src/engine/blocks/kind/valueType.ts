/**
 * What a variable holds by what sets it. Every value is a text or a list of texts; a number is one written as a text. `ANY`: only a chat
 * tells, such as of code and of what a service answers.
 */
export type ValueType =
  'TEXT' | 'NUMBER' | 'DATE' | 'TIME' | 'EMAIL' | 'PHONE_NUMBER' | 'URL' | 'FILE' | 'LIST' | 'ANY';
