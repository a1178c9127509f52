using System.CommandLine;
using System.Text.Json.Serialization.Metadata;
using IwTune.Agent.Cli.Options;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Access;

/// <summary>Accounts of people.</summary>
internal static class UsersVerb
{
    private delegate Task<T> Call<T>(FleetConnection fleet, string name, string reason, CancellationToken ct);

    public static Verb Create(CliContext context)
    {
        var users = new Verb(VerbGroup.Fleet, "users", "Accounts that can sign in, and their roles");
        users.Add(UsersListVerb.Create(context));
        users.Add(Add(context));
        users.Add(Role(context));
        var summary = () => AccessJson.Default.UserSummary;
        users.Add(
            Change(
                context,
                "lock",
                "Lock an account until it is unlocked",
                summary,
                Post(FleetPaths.UserLock, summary),
                user => $"{user.Name} is locked; 'iwtune fleet users unlock {user.Name}' unlocks the account."
            )
        );
        users.Add(
            Change(
                context,
                "unlock",
                "Lift every lock of an account",
                summary,
                Post(FleetPaths.UserUnlock, summary),
                user => $"{user.Name} may sign in again."
            )
        );
        users.Add(
            Change(
                context,
                "sign-out",
                "End every session of an account, also of a person of the identity provider (oidc:NAME)",
                () => AccessJson.Default.SignedOut,
                (fleet, name, reason, ct) =>
                    fleet.DeleteAsync(
                        $"{FleetPaths.UserSessions(name)}?reason={Uri.EscapeDataString(reason)}",
                        AccessJson.Default.SignedOut,
                        ct
                    ),
                done =>
                    done.Ended == 0
                        ? $"{done.Name} was signed in nowhere."
                        : $"{done.Name} is signed out everywhere: {done.Ended} {(done.Ended == 1 ? "browser" : "browsers")}."
            )
        );
        users.Add(
            Change(
                context,
                "reset",
                "Give an account a new random password, shown once; its sessions end",
                () => AccessJson.Default.CreatedUser,
                Post(FleetPaths.UserReset, () => AccessJson.Default.CreatedUser),
                Told
            )
        );
        users.Add(
            Change(
                context,
                "reset-second-factor",
                "Remove the second factors of an account, for a lost phone; its sessions end",
                summary,
                (fleet, name, reason, ct) =>
                    fleet.DeleteAsync($"{FleetPaths.UserSecondFactor(name)}?reason={Uri.EscapeDataString(reason)}", summary(), ct),
                user => $"{user.Name} signs in with the password alone, and sets up a new one where the role needs one."
            )
        );
        users.Add(Remove(context));
        return users;
    }

    private static Verb Add(CliContext context)
    {
        var (name, role) = (
            new Argument<string>("NAME") { Description = "Lower-case; to sign in with" },
            RoleOption.Create("Roles of the account", required: true)
        );
        var verb = new Verb(VerbGroup.Fleet, "add", "Make an account with a random password, shown once") { name, role, JsonOption.Option };
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var request = new CreateUserRequest(parsed.GetRequiredValue(name), parsed.GetRequiredValue(role));
                var made = await fleet.PostAsync(
                    FleetPaths.Users,
                    request,
                    AccessJson.Default.CreateUserRequest,
                    AccessJson.Default.CreatedUser,
                    ct
                );
                return Show(context, parsed, made, AccessJson.Default.CreatedUser, Told);
            }
        );
        return verb;
    }

    private static Verb Role(CliContext context)
    {
        var (name, role, reason) = (Name(), RoleOption.Create("The new roles, which replace the present ones", required: true), Reason());
        var verb = new Verb(VerbGroup.Fleet, "role", "Replace the roles of an account, also in open sessions")
        {
            name,
            role,
            reason,
            JsonOption.Option,
        };
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var request = new GrantsRequest(parsed.GetRequiredValue(role), Said(parsed, reason));
                var user = await fleet.PutAsync(
                    FleetPaths.UserGrants(parsed.GetRequiredValue(name)),
                    request,
                    AccessJson.Default.GrantsRequest,
                    AccessJson.Default.UserSummary,
                    ct
                );
                return Show(
                    context,
                    parsed,
                    user,
                    AccessJson.Default.UserSummary,
                    changed => $"{changed.Name} is {GrantText.Of(changed.Grants)}."
                );
            }
        );
        return verb;
    }

    private static Verb Remove(CliContext context)
    {
        var (name, reason) = (Name(), Reason());
        var verb = new Verb(VerbGroup.Fleet, "remove", "Remove an account with its sessions and personal tokens") { name, reason };
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var user = parsed.GetRequiredValue(name);
                await fleet.DeleteAsync($"{FleetPaths.User(user)}?reason={Uri.EscapeDataString(Said(parsed, reason))}", ct);
                context.Terminal.Out.WriteLine($"{user} is removed; 'iwtune fleet users add {user}' adds it again, without its tokens.");
                return ExitCode.Fine;
            }
        );
        return verb;
    }

    private static Verb Change<T>(
        CliContext context,
        string word,
        string description,
        Func<JsonTypeInfo<T>> type,
        Call<T> run,
        Func<T, string> told
    )
        where T : class
    {
        var (name, reason) = (Name(), Reason());
        var verb = new Verb(VerbGroup.Fleet, word, description) { name, reason, JsonOption.Option };
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
                Show(context, parsed, await run(fleet, parsed.GetRequiredValue(name), Said(parsed, reason), ct), type(), told)
        );
        return verb;
    }

    private static Call<T> Post<T>(Func<string, string> path, Func<JsonTypeInfo<T>> type)
        where T : class =>
        (fleet, name, reason, ct) =>
            fleet.PostAsync(path(name), new ReasonRequest(reason), AdministrationJson.Default.ReasonRequest, type(), ct);

    private static int Show<T>(CliContext context, ParseResult parsed, T answer, JsonTypeInfo<T> type, Func<T, string> told) =>
        context.Answer(parsed, answer, type, () => context.Terminal.Out.WriteLine(told(answer)));

    private static Argument<string> Name() => new("NAME") { Description = "As 'iwtune fleet users list' shows it" };

    private static Option<string> Reason() => new("--reason") { Description = "Why; the audit log keeps it", HelpName = "TEXT" };

    private static string Said(ParseResult parsed, Option<string> reason) => parsed.GetValue(reason) ?? FleetActions.By();

    private static string Told(CreatedUser made) =>
        $"user      {made.User.Name}\npassword  {made.Password}\n          shown once, {CreatedUser.Rule}";
}
