// A virus scanner for one file. Exits with 1 where the file contains the EICAR test text, which all scanners report as a virus
// (https://www.eicar.org), with 2 where it fails, else with 0. The text is split here, so that no scanner reports this file.
import { readFileSync } from 'node:fs';

const text = readFileSync(process.argv[2], 'utf8');
if (text.includes('out of order')) {
  process.stderr.write('ERROR: the daemon does not answer\n');
  process.exit(2);
}
process.exit(text.includes('EICAR-STANDARD' + '-ANTIVIRUS-TEST-FILE') ? 1 : 0);
