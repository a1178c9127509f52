using System.CommandLine;
using System.Text.Json;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Users;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Policies.Syntax;

namespace IwTune.Server.Cli;

/// <summary>
/// <c>iwtune-server user add · list · role · lock · reset · remove</c>, and what is about signing in: on the store, whether the server
/// runs or not.
/// </summary>
internal static class UserCommand
{
    public static Command Create()
    {
        var user = new Command("user", "Accounts for people")
        {
            Add(),
            List(),
            Change(
                "role",
                "Replace the roles of an account; effective in open sessions too",
                (by, grants, name, reason) => SetGrants.RunAsync(by, name, grants, reason),
                asksRole: true
            ),
            Change("lock", "Lock an account until it is unlocked", (by, _, name, reason) => LockUser.RunAsync(by, name, reason)),
            Change("unlock", "Unlock an account", (by, _, name, reason) => UnlockUser.RunAsync(by, name, reason)),
            Change(
                "sign-out",
                "End all sessions of a user",
                async (by, _, name, reason) => (await SignOutUser.RunAsync(by, name, reason)).Outcome
            ),
            Change(
                "reset",
                "Reset the password of an account to a random one, shown once; its sessions end",
                (by, _, name, reason) => ResetPassword.RunAsync(by, name, reason)
            ),
            Change(
                "reset-second-factor",
                "Remove a user's authenticator app, recovery codes and passkeys; the sessions end",
                (by, _, name, reason) => ResetSecondFactor.RunAsync(by, name, reason)
            ),
            Change(
                "remove",
                "Remove an account with its sessions and personal tokens, except the last administrator",
                (by, _, name, reason) => RemoveUser.RunAsync(by, name, reason)
            ),
        };
        user.Subcommands.Add(UserBreakGlassVerb.Create());
        return user;
    }

    private static Command Add()
    {
        var name = NameArgument();
        var role = new ServerRoleOption("Role of the user, and for which hosts", Role.Admin);
        var add = new Command("add", "Create an account with a random password, shown once") { name };
        role.AddTo(add);
        add.Validators.Add(result =>
        {
            if (result.GetValue(name) is { } given && AddUser.Problem(given) is { } problem)
                result.AddError(problem);
        });
        var store = StoreOptions.AddTo(add);
        add.SetAction(async parsed =>
        {
            using var database = await OpenAsync(store, parsed);
            var (chosen, grants) = (parsed.GetRequiredValue(name), role.Of(parsed));
            return await TellAsync(database, await AddUser.RunAsync(By(database), chosen, grants), chosen, $"is {GrantsText.Told(grants)}");
        });
        return add;
    }

    private static Command List()
    {
        var json = new Option<bool>("--json") { Description = "Write JSON, for programs" };
        var list = new Command("list", "Accounts with their roles, last sign-in and locks") { json };
        var store = StoreOptions.AddTo(list);
        list.SetAction(
            async (parsed, ct) =>
            {
                using var database = await OpenAsync(store, parsed);
                var users = await new UserViews(database, null, TimeProvider.System).ListAsync(ct);
                if (parsed.GetValue(json))
                    await System.Console.Out.WriteLineAsync(JsonSerializer.Serialize(users, AccessJson.Default.IReadOnlyListUserSummary));
                else
                    foreach (var user in users)
                        await System.Console.Out.WriteLineAsync(
                            $"{user.Name, -20} "
                                + $"{GrantsText.Told(user.Grants)}"
                                + $"{(user.SignedIn is { } at ? $"; signed in {at:u} from {user.SignedInFrom}" : "; never signed in")}"
                                + $"{(user.SecondFactor == false ? "; no second factor" : "")}"
                                + $"{(user.Locked is null ? "" : $"; locked: {user.LockedReason}")}"
                        );
                return ExitCodes.Fine;
            }
        );
        return list;
    }

    private static Command Change(
        string verb,
        string description,
        Func<UserChange, IReadOnlyList<AccessGrant>, string, string, Task<UserOutcome>> run,
        bool asksRole = false
    )
    {
        var name = NameArgument();
        var reason = new Option<string>("--reason")
        {
            Description = "Reason, for the audit log",
            HelpName = "TEXT",
            DefaultValueFactory = _ => "by the command line",
        };
        var command = new Command(verb, description) { name, reason };
        var role = new ServerRoleOption("Role of the user, and for which hosts", standard: null);
        if (asksRole)
            role.AddTo(command);
        var store = StoreOptions.AddTo(command);
        command.SetAction(async parsed =>
        {
            using var database = await OpenAsync(store, parsed);
            var (known, grants) = (parsed.GetRequiredValue(name), asksRole ? role.Of(parsed) : []);
            var done = asksRole
                ? $"is {GrantsText.Told(grants)}"
                : verb switch
                {
                    "lock" => $"is locked; 'iwtune-server user unlock {known}' unlocks the account",
                    "remove" => $"is removed; 'iwtune-server user add {known}' creates the account again, with a new password",
                    "unlock" => "may sign in again",
                    "sign-out" => "is signed out everywhere",
                    "reset-second-factor" => "signs in without a second factor, and sets up a new one if the role requires it",
                    _ => "",
                };
            return await TellAsync(database, await run(By(database), grants, known, parsed.GetRequiredValue(reason)), known, done);
        });
        return command;
    }

    public static Argument<string> NameArgument() => new("NAME") { Description = "Sign-in name, lower case" };

    private static UserChange By(Database database) => UserChange.OfCommandLine(database, TimeProvider.System, CommandLineUser.Actor);

    public static Task<Database> OpenAsync(StoreOptions store, ParseResult parsed)
    {
        Origin.IsCommandLine();
        return Database.OpenAsync(store.OpenExisting(parsed).Place, TimeProvider.System, SchemaUse.UpgradeUnlessRunning);
    }

    /// <summary>Refuses the name of an account that does not exist.</summary>
    public static async Task<int> RefuseUnknownAsync(Database database, string name)
    {
        var known = await database.ReadAsync(UserQueries.ListAsync);
        var meant = NearestWord.Of(name, known.Select(user => user.Name)) is { } nearest ? $"Did you mean '{nearest}'? " : "";
        await System.Console.Error.WriteLineAsync($"iwtune-server: There is no user '{name}'. {meant}'iwtune-server user list' shows all.");
        return ExitCodes.Error;
    }

    private static async Task<int> TellAsync(Database database, UserOutcome outcome, string name, string done)
    {
        if (outcome.Status == StatusCodes.Status404NotFound)
            return await RefuseUnknownAsync(database, name);
        if (outcome.Refused is { } refused)
        {
            await System.Console.Error.WriteLineAsync($"iwtune-server: {refused}");
            return outcome.Status == StatusCodes.Status400BadRequest ? ExitCodes.Usage : ExitCodes.Error;
        }
        await System.Console.Out.WriteLineAsync(
            outcome.Password is { } password
                ? $"user      {name}\npassword  {password}\n          shown once, {CreatedUser.Rule}"
                : $"{name} {done}."
        );
        return ExitCodes.Fine;
    }
}
