using System.CommandLine;
using IwTune.Server.Features.Identity;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Cli;

/// <summary><c>iwtune-server user add</c></summary>
internal static class UserCommand
{
    public static Command Create()
    {
        var data = DataOption.Create();
        var name = new Argument<string>("NAME") { Description = "Lower-case name to sign in with" };
        var scope = ScopeOption.Create("What the user may do", TokenScope.Admin);
        var add = new Command("add", "Make an account with a random password, shown once") { data, name, scope };
        add.SetAction(parsed => AddAsync(parsed.GetRequiredValue(data), parsed.GetRequiredValue(name), parsed.Scope(scope)));
        return new Command("user", "Make accounts for people") { add };
    }

    private static async Task<int> AddAsync(string data, string name, TokenScope scope)
    {
        if (AddUser.Problem(name) is { } problem)
        {
            await System.Console.Error.WriteLineAsync($"iwtune-server: {problem}");
            return ExitCodes.Usage;
        }
        using var database = await Database.OpenAsync(DataDirectory.Open(data).Path, TimeProvider.System);
        var password = await AddUser.RunAsync(database, TimeProvider.System, CommandLineUser.Actor, name, scope);
        if (password is null)
        {
            await System.Console.Error.WriteLineAsync($"iwtune-server: there is a user '{name}' already; choose another name");
            return ExitCodes.Error;
        }
        await System.Console.Out.WriteLineAsync($"user      {name}\npassword  {password}\n          shown this once");
        return ExitCodes.Fine;
    }
}
