using System.CommandLine;
using IwTune.Server.Features.Identity.BreakGlass;

namespace IwTune.Server.Cli;

/// <summary><c>iwtune-server user break-glass</c></summary>
internal static class UserBreakGlassVerb
{
    public static Command Create()
    {
        var (name, off) = (UserCommand.NameArgument(), new Option<bool>("--off") { Description = "Remove the mark" });
        var verb = new Command(
            "break-glass",
            "Mark a user for emergencies: may sign in under --local-sign-in break-glass; each use is shown on every page "
                + "until another administrator acknowledges it"
        )
        {
            name,
        };
        var store = StoreOptions.AddTo(verb);
        verb.Options.Add(off);
        verb.SetAction(async parsed =>
        {
            using var database = await UserCommand.OpenAsync(store, parsed);
            var (user, unmarks) = (parsed.GetRequiredValue(name), parsed.GetValue(off));
            if (!await MarkBreakGlass.RunAsync(database, TimeProvider.System, CommandLineUser.Actor, user, !unmarks))
                return await UserCommand.RefuseUnknownAsync(database, user);
            await System.Console.Out.WriteLineAsync($"{user} is {(unmarks ? "an account like others" : "a break-glass account")}.");
            return ExitCodes.Fine;
        });
        return verb;
    }
}
