using System.CommandLine;
using System.CommandLine.Parsing;
using IwTune.Agent.Cli.Options;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Agent.Cli.Fleet.Access;

/// <summary><c>--role ROLE[:SELECTOR]</c>, any number of times.</summary>
internal static class RoleOption
{
    public static Option<AccessGrant[]> Create(string description, bool required) =>
        new Option<AccessGrant[]>("--role")
        {
            Description =
                $"{description}: viewer, operator, approver, admin, auditor, gitops or provisioner, with :SELECTOR for some hosts only; "
                + "again for more",
            HelpName = "ROLE[:SELECTOR]",
            CustomParser = Read,
            Required = required,
        }.Offering("viewer", "operator", "approver", "admin", "auditor", "gitops", "provisioner");

    private static AccessGrant[] Read(ArgumentResult given)
    {
        var grants = new List<AccessGrant>();
        foreach (var token in given.Tokens)
        {
            if (AccessGrant.LacksSelector(token.Value))
                given.AddError($"--role '{token.Value}': a selector is missing; leave out ':' for the whole fleet.");
            else if (AccessGrant.Parse(token.Value) is { } grant)
                grants.Add(grant);
            else
                given.AddError(
                    $"--role '{token.Value}': the role is viewer, operator, approver, admin, auditor, gitops or provisioner, as in "
                        + "'operator:site:fra'."
                );
        }
        return [.. grants];
    }
}
