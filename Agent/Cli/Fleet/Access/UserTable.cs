using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Agent.Cli.Fleet.Access;

/// <summary>Accounts as a table.</summary>
internal static class UserTable
{
    public static void Print(Terminal terminal, IReadOnlyList<UserSummary> all)
    {
        var table = new Table(
            ("NAME", Align.Left),
            ("ROLES", Align.Left),
            ("STATE", Align.Left),
            ("SIGNED IN", Align.Left),
            ("FROM", Align.Left),
            ("TOKENS", Align.Right)
        );
        foreach (var user in all)
            table.Add(
                user.Name,
                GrantText.Of(user.Grants),
                State(user),
                user.SignedIn is { } at ? FleetText.Time(at) : new Cell("never", Ink.Quiet),
                user.SignedInFrom is { } from ? from : new Cell(Keeper(user), Ink.Quiet),
                FleetText.Number(user.Tokens)
            );
        table.Write(terminal);
    }

    private static string Keeper(UserSummary user) => user.Provisioned is null ? user.Provider ?? "-" : $"{user.Provider} (SCIM)";

    private static Cell State(UserSummary user) =>
        user switch
        {
            { Locked: not null } => new("locked", Ink.Attention),
            { Pausing: not null } => new("wrong passwords", Ink.Attention),
            { Provider: not null, Grants.Count: 0 } => new("no role", Ink.Quiet),
            _ => new("open", Ink.Plain),
        };
}
