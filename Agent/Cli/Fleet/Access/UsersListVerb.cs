using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Agent.Cli.Fleet.Access;

/// <summary>Accounts as a table.</summary>
internal static class UsersListVerb
{
    public static Verb Create(CliContext context) =>
        new Verb(VerbGroup.Fleet, "list", "Accounts with roles, last sign-in and locks").Lists(
            context,
            _ => FleetPaths.Users,
            () => AccessJson.Default.IReadOnlyListUserSummary,
            "No accounts. 'iwtune fleet users add' makes one.",
            [
                new("NAME", user => user.Name),
                new("ROLES", user => GrantText.Of(user.Grants)),
                new("STATE", State),
                new("2ND FACTOR", SecondFactor),
                new("SIGNED IN", user => user.SignedIn is { } at ? FleetText.Time(at) : new Cell("never", Ink.Quiet)),
                new("FROM", user => user.SignedInFrom is { } from ? from : new Cell(Keeper(user), Ink.Quiet)),
                new("TOKENS", user => FleetText.Number(user.Tokens), Align.Right),
            ]
        );

    private static string Keeper(UserSummary user) => user.Provisioned is null ? user.Provider ?? "-" : $"{user.Provider} (SCIM)";

    private static Cell SecondFactor(UserSummary user) =>
        user.SecondFactor switch
        {
            true => new("yes", Ink.Plain),
            false => new("none", Ink.Attention),
            null => new("-", Ink.Quiet),
        };

    private static Cell State(UserSummary user) =>
        user switch
        {
            { Locked: not null } => new("locked", Ink.Attention),
            { Pausing: not null } => new("wrong passwords", Ink.Attention),
            { Provider: not null, Grants.Count: 0 } => new("no role", Ink.Quiet),
            _ => new("active", Ink.Plain),
        };
}
