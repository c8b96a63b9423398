// Scans one file as scanners do: ends with 1 where it has the text that all of them call a virus (https://www.eicar.org), with 2
// where it cannot answer, else with 0. The text is in two halves, so that no scanner takes this file for a virus.
import { readFileSync } from 'node:fs';

const text = readFileSync(process.argv[2], 'utf8');
if (text.includes('out of order')) {
  process.stderr.write('ERROR: the daemon does not answer\n');
  process.exit(2);
}
process.exit(text.includes('EICAR-STANDARD' + '-ANTIVIRUS-TEST-FILE') ? 1 : 0);
