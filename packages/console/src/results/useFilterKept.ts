import { useSearch } from 'wouter';

/** The filter as the end of an address: a result keeps the one of the table from which it was opened, and leads back to it. */
export function useFilterKept(): string {
  const search = useSearch();
  return search === '' ? '' : `?${search}`;
}
