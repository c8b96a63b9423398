/** How two values can be compared. */
export const COMPARISON_OPERATORS = [
  'Equal to',
  'Not equal',
  'Contains',
  'Does not contain',
  'Greater than',
  'Less than',
  'Greater or equal to',
  'Less or equal to',
  'Is set',
  'Is empty',
  'Starts with',
  'Ends with',
  'Matches regex',
  'Does not match regex',
] as const;

/** Those that compare with a value. */
export const OPERATORS_WITH_VALUE = COMPARISON_OPERATORS.filter(
  (operator) => operator !== 'Is set' && operator !== 'Is empty',
);
