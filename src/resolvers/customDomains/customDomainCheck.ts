import { Arg, Ctx, FieldResolver, ObjectType, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { CustomDomain } from '../../schema/customDomain.js';
import { DnsRecord, RECORDS } from '../../schema/dnsRecord.js';
import { DomainStatus } from '../../schema/enums.js';
import { Field } from '../../schema/field.js';
import { Costs, Holds, STATEMENT } from '../../schema/queryCost.js';
import { HostName } from '../../schema/scalars.js';
import { Workspace } from '../../schema/workspace.js';
import { judgeDomain } from '../../storage/domainHolds.js';
import { recordsOf } from '../../storage/domainProof.js';
import { assertInside } from '../workspaces/assertInside.js';

@ObjectType({ description: 'Where a domain leads now, and whether it is proven.' })
class CustomDomainCheck {
  @Field(() => DomainStatus, 'What the DNS says.') status: DomainStatus;

  @Field(() => CustomDomain, 'The domain, with what was stored when it was last verified.')
  customDomain: CustomDomain;

  @Holds(10)
  @Field(() => [DnsRecord], RECORDS)
  records: readonly DnsRecord[];
}

/** The query cost of a DNS look-up, in fields: it waits for other servers. */
const LOOK_UP = 20 * STATEMENT;

/** Looks up the DNS records of a domain without storing the outcome, unlike `verifyCustomDomain`. */
@Resolver(() => Workspace)
export class CheckCustomDomain {
  @Costs(LOOK_UP)
  @FieldResolver(() => CustomDomainCheck, {
    nullable: true,
    description:
      'Looks up in the DNS whether a domain of its list leads here and is proven, and changes nothing.',
  })
  async customDomainCheck(
    @Root() workspace: Workspace,
    @Arg('name', () => HostName, { description: 'The domain, in any case.' }) name: string,
    @Ctx() context: Context,
  ): Promise<CustomDomainCheck | null> {
    await assertInside(workspace, context);
    const domains = await context.loaders().customDomains.load(workspace.id);
    const customDomain = domains.find((domain) => domain.name === name);
    if (!customDomain) return null;
    await context.countLookUp(workspace.id);
    const found = await context.lookUpDomain(customDomain.name);
    const status = await judgeDomain(context.openUnit(), customDomain, found);
    return { status, customDomain, records: recordsOf(customDomain, context.publicUrl) };
  }
}
