using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Agent.Cli.Fleet.Access;

/// <summary>The owner of the token, and its permissions.</summary>
internal static class WhoAmIVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Fleet, "whoami", "Account and permissions of this token");
        verb.Shows(context, _ => FleetPaths.WhoAmI, () => AccessJson.Default.WhoAmI, who => Print(context.Terminal, who));
        return verb;
    }

    private static void Print(Terminal terminal, WhoAmI who)
    {
        terminal.Out.WriteLine($"{who.Name}, for {who.Person}; the server is {who.ServerVersion}");
        terminal.Out.WriteLine($"is   {GrantText.Of(who.Grants)}");
        var start = "may  ";
        foreach (var permission in who.Permissions)
        {
            terminal.Say($"{start}{PermissionWords.Of(permission)}", hanging: 7);
            start = "     ";
        }
    }
}
