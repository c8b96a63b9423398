import { beforeEach, expect, test } from '@jest/globals';
import { checkNextDomain } from '../../src/jobs/checkDomains.js';
import { addCustomDomain } from '../../src/storage/customDomains.js';
import { settleDomain } from '../../src/storage/domainHolds.js';
import { rowsOf } from '../support/rows.js';
import { useStorage } from '../support/useStorage.js';

const opened = useStorage();
const NAME = 'chat.example.com';

/** What the DNS says of a domain that leads here, with these proofs. */
const found = (...proofs: string[]) => ({ leads: 'VALID', proofs, isOwn: false }) as const;

/** The domain in the list of a workspace of its own. */
async function claim(id: string) {
  await rowsOf(
    opened.url,
    `insert into workspace (id, name, plan, is_suspended, is_past_due, is_verified, created_at, updated_at)
      values ($1, 'Acme', 'FREE', false, false, false, now(), now())`,
    [id],
  );
  return addCustomDomain(opened.storage.openUnit(), id, NAME);
}

beforeEach(async () => {
  await rowsOf(opened.url, 'delete from workspace');
});

/** A domain that is held and due to be looked up. */
async function claimDue() {
  const owner = await claim('wsp_a');
  await settleDomain(opened.storage.openUnit(), owner, found(owner.proof));
  await rowsOf(opened.url, 'update custom_domain set check_due_at = now()');
  return owner;
}

test('a domain that another workspace proves while it is looked up is lost, and the look-up is no error', async () => {
  const { storage } = opened;
  const [owner, other] = [await claimDue(), await claim('wsp_b')];
  const lookUpDomain = async () => {
    await settleDomain(storage.openUnit(), other, found(other.proof));
    return found(owner.proof, other.proof);
  };
  expect(await checkNextDomain({ storage, lookUpDomain })).toBe(true);
  expect(await checkNextDomain({ storage, lookUpDomain })).toBe(false);
  const held = 'select workspace_id as id from custom_domain where held_since is not null';
  expect(await rowsOf(opened.url, held)).toEqual([{ id: 'wsp_b' }]);
});

test('another failure of a look-up of a domain is not taken for that', async () => {
  await claimDue();
  const { pool } = opened.storage;
  const fails = () => {
    throw new Error('The database is away');
  };
  const storage = { ...opened.storage, pool, openUnit: fails };
  const checked = checkNextDomain({ storage, lookUpDomain: async () => found() });
  await expect(checked).rejects.toThrow('The database is away');
});
