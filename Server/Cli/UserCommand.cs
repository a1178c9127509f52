using System.CommandLine;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Identity;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Cli;

/// <summary><c>iwtune-server user add · password · remove</c></summary>
internal static class UserCommand
{
    public static Command Create() => new("user", "Accounts for people") { Add(), Password(), Remove() };

    private static Command Add()
    {
        var (data, name) = (DataOption.Create(), NameArgument());
        var scope = ScopeOption.Create("What the user may do", TokenScope.Admin);
        var add = new Command("add", "Make an account with a random password, shown once") { data, name, scope };
        add.SetAction(async parsed =>
        {
            var (chosen, may) = (parsed.GetRequiredValue(name), parsed.Scope(scope));
            if (AddUser.Problem(chosen) is { } problem)
                return await FailAsync(ExitCodes.Usage, problem);
            using var database = await OpenAsync(parsed.GetRequiredValue(data));
            return await AddUser.RunAsync(database, TimeProvider.System, CommandLineUser.Actor, chosen, may) is { } password
                ? await ShowAsync(chosen, password)
                : await FailAsync(ExitCodes.Error, $"there is a user '{chosen}' already; choose another name");
        });
        return add;
    }

    private static Command Password()
    {
        var (data, name) = (DataOption.Create(), NameArgument());
        var reset = new Command("password", "Give an account a new random password, shown once; its sessions end") { data, name };
        reset.SetAction(async parsed =>
        {
            var known = parsed.GetRequiredValue(name);
            using var database = await OpenAsync(parsed.GetRequiredValue(data));
            return await ResetPassword.RunAsync(database, TimeProvider.System, CommandLineUser.Actor, known) is { } password
                ? await ShowAsync(known, password)
                : await FailUnknownAsync(known);
        });
        return reset;
    }

    private static Command Remove()
    {
        var (data, name) = (DataOption.Create(), NameArgument());
        var remove = new Command("remove", "Remove an account; its sessions end") { data, name };
        remove.SetAction(async parsed =>
        {
            var known = parsed.GetRequiredValue(name);
            using var database = await OpenAsync(parsed.GetRequiredValue(data));
            if (!await RemoveUser.RunAsync(database, TimeProvider.System, CommandLineUser.Actor, known))
                return await FailUnknownAsync(known);
            await System.Console.Out.WriteLineAsync($"removed   {known}\nundo      iwtune-server user add {known}, with a new password");
            return ExitCodes.Fine;
        });
        return remove;
    }

    private static Argument<string> NameArgument() => new("NAME") { Description = "Lower-case name to sign in with" };

    private static Task<Database> OpenAsync(string data)
    {
        Origin.IsCommandLine();
        return Database.OpenAsync(DataDirectory.Open(data).Path, TimeProvider.System);
    }

    private static async Task<int> ShowAsync(string name, string password)
    {
        await System.Console.Out.WriteLineAsync($"user      {name}\npassword  {password}\n          shown this once");
        return ExitCodes.Fine;
    }

    private static Task<int> FailUnknownAsync(string name) =>
        FailAsync(ExitCodes.Error, $"there is no user '{name}' in this data directory; 'iwtune-server user add' makes one");

    private static async Task<int> FailAsync(int code, string what)
    {
        await System.Console.Error.WriteLineAsync($"iwtune-server: {what}");
        return code;
    }
}
