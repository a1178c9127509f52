using System.CommandLine;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Identity.BreakGlass;
using IwTune.Server.Storage;

namespace IwTune.Server.Cli;

/// <summary><c>iwtune-server user reset-second-factor · break-glass</c></summary>
internal static class SignInVerbs
{
    public static IEnumerable<Command> All() =>
    [
        Verb("reset-second-factor", "Remove a user's authenticator app, recovery codes and passkeys; the sessions end", (database, name) => ResetSecondFactor.RunAsync(database, TimeProvider.System, CommandLineUser.Actor, name),
            "reset", "signs in with the password alone, and sets up a new one where the role needs one", "is not known, or has no second factor"),
        BreakGlass(),
    ];

    private static Command BreakGlass()
    {
        var off = new Option<bool>("--off") { Description = "Take the mark away" };
        var verb = Create("break-glass", "Mark a user for the day the provider is down: may sign in under --local-sign-in break-glass; each use stands on every page until another administrator acknowledges it", out var store, out var name);
        verb.Options.Add(off);
        verb.SetAction(parsed => RunAsync(store, parsed, parsed.GetRequiredValue(name),
            (database, user) => MarkBreakGlass.RunAsync(database, TimeProvider.System, CommandLineUser.Actor, user, !parsed.GetValue(off)),
            parsed.GetValue(off) ? "unmarked" : "marked", parsed.GetValue(off) ? "is an account like others" : "is a break-glass account", "is not known"));
        return verb;
    }

    private static Command Verb(string word, string description, Func<Database, string, Task<bool>> run, string done, string effect, string missing)
    {
        var verb = Create(word, description, out var store, out var name);
        verb.SetAction(parsed => RunAsync(store, parsed, parsed.GetRequiredValue(name), run, done, effect, missing));
        return verb;
    }

    private static Command Create(string word, string description, out StoreOptions store, out Argument<string> name)
    {
        name = UserCommand.NameArgument();
        var verb = new Command(word, description) { name };
        store = StoreOptions.AddTo(verb);
        return verb;
    }

    private static async Task<int> RunAsync(StoreOptions store, ParseResult parsed, string name, Func<Database, string, Task<bool>> run, string done, string effect, string missing)
    {
        using var database = await UserCommand.OpenAsync(store, parsed);
        if (await run(database, name))
        {
            await System.Console.Out.WriteLineAsync($"{done,-9} {name}\n          {effect}");
            return ExitCodes.Fine;
        }
        await System.Console.Error.WriteLineAsync($"iwtune-server: the user '{name}' {missing}");
        return ExitCodes.Error;
    }
}
