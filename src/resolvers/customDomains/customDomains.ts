import {
  Ctx,
  FieldResolver,
  Resolver,
  Root,
  Arg,
  ObjectType,
  ID,
  InputType,
  Mutation,
} from 'type-graphql';
import type { Context } from '../../context/context.js';
import { CustomDomain } from '../../schema/customDomain.js';
import { DnsRecord, RECORDS } from '../../schema/dnsRecord.js';
import { Holds, Costs, STATEMENT } from '../../schema/queryCost.js';
import { Workspace } from '../../schema/workspace.js';
import { recordsOf, isOwnDomain } from '../../storage/domainProof.js';
import { findWorkspaceFor, assertInside } from '../findFor.js';
import { DomainStatus } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { HostName } from '../../schema/scalars.js';
import { judgeDomain, settleDomain } from '../../storage/domainHolds.js';
import { accessWorkspace } from '../../auth/access.js';
import { invalid } from '../../errors/errors.js';
import { Payload } from '../../schema/userError.js';
import {
  addCustomDomain,
  findCustomDomain,
  deleteCustomDomain,
} from '../../storage/customDomains.js';
import { MutationInput } from '../mutationInput.js';
import { commonFailure } from '../../errors/commonFailure.js';
import type { Unit } from '../../storage/orm.js';
import { DeletePayload } from '../deletePayload.js';

/** The fields of a domain that are not columns. */
@Resolver(() => CustomDomain)
export class CustomDomainFields {
  @Holds(2)
  @FieldResolver(() => [DnsRecord], { description: RECORDS })
  records(@Root() domain: CustomDomain, @Ctx() { publicUrl }: Context): readonly DnsRecord[] {
    return recordsOf(domain, publicUrl);
  }

  @FieldResolver(() => Workspace, {
    nullable: true,
    description: 'The workspace it belongs to; null for those who do not.',
  })
  async workspace(
    @Root() { workspaceId }: CustomDomain,
    @Ctx() context: Context,
  ): Promise<Workspace | null> {
    return findWorkspaceFor(context, workspaceId, 'see');
  }
}

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

@InputType({ description: 'The domain to add.' })
class AddCustomDomainInput extends MutationInput {
  @Field(() => ID, 'The workspace it is for.') workspaceId: string;
  @Field(() => HostName, 'The host, without a path.') name: string;
}

@ObjectType({ description: 'What adding a domain answers with.' })
class CustomDomainPayload extends Payload {
  @NullableField(() => CustomDomain, 'The domain.') customDomain?: CustomDomain;
}

const OURS = 'This server is there: it is the domain of no workspace, nor is any below it';

@InputType({ description: 'Which domain.' })
class CustomDomainInput extends MutationInput {
  @Field(() => ID, 'The workspace it is of.') workspaceId: string;
  @Field(() => HostName, 'The domain, in any case.') name: string;
}

@ObjectType({ description: 'What verifying a domain answers with.' })
class VerifyCustomDomainPayload extends Payload {
  @NullableField(() => CustomDomain, 'The domain, with what was found.')
  customDomain?: CustomDomain;

  @Holds(10)
  @NullableField(() => [DnsRecord], RECORDS)
  records?: readonly DnsRecord[];
}

/** Loads a domain of a workspace that the caller may write to. */
async function domainToWrite(
  unit: Unit,
  context: Context,
  { workspaceId, name }: Pick<CustomDomainInput, 'workspaceId' | 'name'>,
): Promise<CustomDomain> {
  await accessWorkspace(unit, { caller: await context.caller(), workspaceId, intent: 'write' });
  const domain = await findCustomDomain(unit, workspaceId, name);
  if (!domain) throw commonFailure('DOMAIN_NOT_FOUND');
  return domain;
}

/** Adds, proves and removes custom domains. */
@Resolver()
export class CustomDomainMutations {
  /** Adds an unverified domain to a workspace. Several workspaces may list the same domain. */
  @Mutation(() => CustomDomainPayload, {
    description: 'Adds a domain to the list of a workspace, to be verified; its `records` say how.',
  })
  async addCustomDomain(
    @Arg('input', () => AddCustomDomainInput, { description: 'The domain to add.' })
    { workspaceId, name }: AddCustomDomainInput,
    @Ctx() context: Context,
  ): Promise<Partial<CustomDomainPayload>> {
    const unit = context.openUnit();
    await accessWorkspace(unit, { caller: await context.caller(), workspaceId, intent: 'write' });
    if (isOwnDomain(name, context.publicUrl)) throw invalid([{ path: ['name'], message: OURS }]);
    return { customDomain: await addCustomDomain(unit, workspaceId, name) };
  }

  /** Looks up the DNS records of a domain and stores whether it is verified. With `DOMAIN_CHECK=off` the status is always UNKNOWN. */
  @Mutation(() => VerifyCustomDomainPayload, {
    description:
      'Looks up in the DNS whether a domain leads here, and whether its TXT record proves that it is of this workspace, which holds it then.',
  })
  async verifyCustomDomain(
    @Arg('input', () => CustomDomainInput, { description: 'Which domain.' })
    input: CustomDomainInput,
    @Ctx() context: Context,
  ): Promise<Partial<VerifyCustomDomainPayload>> {
    const unit = context.openUnit();
    const domain = await domainToWrite(unit, context, input);
    await context.countLookUp(domain.workspaceId);
    const found = await context.lookUpDomain(domain.name);
    const customDomain = await settleDomain(context.openUnit(), domain, found);
    if (!customDomain) throw commonFailure('DOMAIN_NOT_FOUND');
    return { customDomain, records: recordsOf(customDomain, context.publicUrl) };
  }

  /** Removes a domain from a workspace. Bots that are served at it keep their address. */
  @Mutation(() => DeletePayload, { description: 'Removes a domain from the list of a workspace.' })
  async removeCustomDomain(
    @Arg('input', () => CustomDomainInput, { description: 'Which domain.' })
    input: CustomDomainInput,
    @Ctx() context: Context,
  ): Promise<Partial<DeletePayload>> {
    const unit = context.openUnit();
    const domain = await domainToWrite(unit, context, input);
    await deleteCustomDomain(unit, domain);
    return { deletedId: domain.id, workspaceId: domain.workspaceId };
  }
}
