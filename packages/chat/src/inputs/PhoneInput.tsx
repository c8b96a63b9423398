import type { ChatInput } from '@parley/client';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { recordOf, textIn } from '../json.js';
import { useView, type View } from '../view/context.js';
import type { InputProps } from './inputProps.js';
import { TextInput } from './TextInput.js';

/** Each country with its calling code, such as `FR33`, separated by spaces: the build reads them from libphonenumber-js. */
declare const CALLING_CODES: string;

const codes: ReadonlyMap<string, string> = new Map(
  CALLING_CODES.split(' ').map((one) => [one.slice(0, 2), `+${one.slice(2)}`]),
);

/** A phone number with a choice of its country, whose calling code is put in front of the number that is sent. */
export function PhoneInput({ input, answer, prefilled }: InputProps): JSX.Element {
  const [country, setCountry] = useState(() => usualCountry(input));
  const code = codes.get(country) ?? '';
  const withCode = (text: string): string => (text.startsWith('+') ? text : `${code}${text}`);
  return (
    <TextInput
      {...{ input, prefilled }}
      answer={({ text }) => answer({ text: withCode(text) })}
      before={<CountryField country={country} onCountry={setCountry} />}
    />
  );
}

interface CountryProps {
  readonly country: string;
  readonly onCountry: (country: string) => void;
}

function CountryField({ country, onCountry }: CountryProps): JSX.Element {
  const { languages, words } = useView();
  const countries = useMemo(() => namedCountries(languages), [languages]);
  return (
    <select
      class="bot-field bot-country"
      dir="auto"
      aria-label={words.country}
      autoComplete="country"
      value={country}
      onChange={({ currentTarget }) => onCountry(currentTarget.value)}
    >
      <option value="">{words.country}</option>
      {countries.map(({ id, name }) => (
        <option key={id} value={id}>{`${codes.get(id)} ${name}`}</option>
      ))}
    </select>
  );
}

/** The countries by their names in the first of these languages, sorted as that language sorts. */
function namedCountries(languages: View['languages']) {
  const names = new Intl.DisplayNames([...languages], { type: 'region' });
  const { compare } = new Intl.Collator([...languages]);
  return [...codes.keys()]
    .map((id) => ({ id, name: names.of(id) ?? id }))
    .sort((one, other) => compare(one.name, other.name));
}

/** The country that the bot expects, or else that of the visitor's language. */
function usualCountry({ options }: ChatInput): string {
  const own = textIn(recordOf(options)['defaultCountryCode']).toUpperCase();
  const region = navigator.languages.map((one) => /-([A-Z]{2})$/.exec(one)?.[1]).find(Boolean);
  return [own, region].find((one) => one && codes.has(one)) ?? '';
}
