using System.CommandLine;
using System.Text.Json;
using IwTune.Server.Features.Keys;
using IwTune.Shared.Fleet.Servers;

namespace IwTune.Server.Cli;

/// <summary><c>iwtune-server keys</c>: works on the store, whether the server runs or not; a running one notices within seconds.</summary>
internal static class KeysCommand
{
    private const string Export = "export",
        Cookies = "cookies";

    public static Command Create() =>
        new("keys", "Signing keys, CAs, the export key and cookie keys: list, rotate, revoke, retire, certify a proxy")
        {
            List(),
            Rotate(),
            Revoke(),
            Retire(),
            KeysCertifyVerb.Create(Reason()),
        };

    private static Command List()
    {
        var json = new Option<bool>("--json") { Description = "Write JSON, for programs" };
        var command = new Command("list", "List keys, and hosts that have not acknowledged the latest announcement") { json };
        var at = KeyStore.AddTo(command);
        command.SetAction(parsed =>
            at.WithAsync(
                parsed,
                async (keys, _) =>
                {
                    var all = await KeyViews.AllAsync(keys.Database, CancellationToken.None);
                    await System.Console.Out.WriteAsync(
                        parsed.GetValue(json) ? JsonSerializer.Serialize(all, KeysJson.Default.FleetKeys) + "\n" : KeysText.Of(all)
                    );
                    return ExitCodes.Fine;
                }
            )
        );
        return command;
    }

    private static Command Rotate()
    {
        var kind = new Argument<string>("KIND")
        {
            Description =
                "signing: what bundles are signed with; authority: the CA of the server's certificate; export: what compliance exports are "
                + "signed with; cookies: what seals cookies, keys of authenticator apps and webhooks",
            HelpName = $"signing|authority|{Export}|{Cookies}",
        };
        kind.AcceptOnlyFromAmong("signing", "authority", Export, Cookies);
        var reason = Reason();
        var place = new Option<string?>("--place")
        {
            Description = "Storage of the new key: a file of the data directory, or a PKCS #11 token. Default: as the key in use",
            HelpName = NewKeyPlace.Form,
        };
        place.Validators.Add(result =>
        {
            if (result.GetValueOrDefault<string?>() is { } text && NewKeyPlace.Read(text) is null)
                result.AddError($"--place: '{text}' is no place for a key: {NewKeyPlace.Form}");
        });
        var command = new Command(
            "rotate",
            "Create a new key. A signing key or a CA is announced to hosts, and the former stays valid until it is retired"
        )
        {
            kind,
            place,
            reason,
        };
        command.Validators.Add(result =>
        {
            if (result.GetResult(place) is { Implicit: false } && result.GetValue(kind) is Export or Cookies)
                result.AddError("--place: export keys and cookie keys are in no token");
        });
        var at = KeyStore.AddTo(command);
        command.SetAction(parsed =>
            at.WithAsync(
                parsed,
                async (keys, directory) =>
                {
                    var (actor, why, clock) = (CommandLineUser.Actor, parsed.GetRequiredValue(reason), TimeProvider.System);
                    return await SayAsync(
                        await (
                            parsed.GetRequiredValue(kind) switch
                            {
                                Export => RotateExportKey.RunAsync(keys, directory, actor, why, clock),
                                Cookies => RotateCookieKey.RunAsync(keys, directory, actor, why, clock),
                                var known => RotateKey.RunAsync(
                                    keys,
                                    directory,
                                    Enum.Parse<KeyKind>(known, ignoreCase: true),
                                    actor,
                                    why,
                                    clock,
                                    parsed.GetValue(place) is { } text ? NewKeyPlace.Read(text) : null
                                ),
                            }
                        )
                    );
                }
            )
        );
        return command;
    }

    private static Command Revoke()
    {
        var reason = Reason();
        var id = new Argument<string>("ID")
        {
            Description =
                "The signing key's id, or its first digits, as 'iwtune-server keys list' shows it; cookies for all cookie keys, with every "
                + "server stopped",
            HelpName = $"ID|{Cookies}",
        };
        var command = new Command(
            "revoke",
            "Revoke a leaked signing key: hosts drop it with their next check-in, another key signs. Or replace leaked cookie keys"
        )
        {
            id,
            reason,
        };
        var at = KeyStore.AddTo(command);
        command.SetAction(parsed =>
            at.WithAsync(
                parsed,
                async (keys, directory) =>
                {
                    var (actor, why, clock) = (CommandLineUser.Actor, parsed.GetRequiredValue(reason), TimeProvider.System);
                    return await SayAsync(
                        parsed.GetRequiredValue(id) is not Cookies and var key
                            ? await RevokeKey.RunAsync(keys, directory, key, actor, why, clock)
                            : await RevokeCookieKeys.RunAsync(keys, directory, actor, why, clock)
                    );
                }
            )
        );
        return command;
    }

    private static Command Retire()
    {
        var (id, reason) = (Id(), Reason());
        var confirm = new Option<long?>("--confirm") { Description = "Accept that this many hosts must enrol again", HelpName = "N" };
        var command = new Command(
            "retire",
            "Retire a replaced key and delete its private half. Signing keys that did not leak are retired by the server"
        )
        {
            id,
            confirm,
            reason,
        };
        var at = KeyStore.AddTo(command);
        command.SetAction(parsed =>
            at.WithAsync(
                parsed,
                async (keys, directory) =>
                {
                    var outcome = await RetireKey.RunAsync(
                        keys.Database,
                        parsed.GetRequiredValue(id),
                        parsed.GetValue(confirm),
                        CommandLineUser.Actor,
                        parsed.GetRequiredValue(reason),
                        TimeProvider.System
                    );
                    // A running server does so a moment later, one that is stopped at its next start.
                    var kept = outcome is KeyOutcome.Done { Retired: { } gone } ? RetiredKeys.Delete(directory, gone) : null;
                    var code = await SayAsync(outcome);
                    if (kept is not null)
                        await System.Console.Error.WriteLineAsync($"iwtune-server: {kept}");
                    return code;
                }
            )
        );
        return command;
    }

    private static Argument<string> Id() =>
        new("ID") { Description = "The key's id, or its first digits, as 'iwtune-server keys list' shows it" };

    private static Option<string> Reason() =>
        new("--reason")
        {
            Description = "Reason, for the audit log",
            HelpName = "TEXT",
            DefaultValueFactory = _ => "",
        };

    private static async Task<int> SayAsync(KeyOutcome outcome)
    {
        switch (outcome)
        {
            case KeyOutcome.Done done:
                await System.Console.Out.WriteLineAsync(done.Text);
                return ExitCodes.Fine;
            case KeyOutcome.LeavesBehind left:
                await System.Console.Error.WriteLineAsync(
                    $"iwtune-server: Nothing was changed. {left.Count} host(s) do not know the key that follows and would have to enrol "
                        + $"again:\n{KeysText.Of(left.Hosts)}"
                        + $"Wait until they have checked in, or leave them behind with --confirm {left.Count}."
                );
                return ExitCodes.Error;
            default:
                await System.Console.Error.WriteLineAsync($"iwtune-server: Nothing was changed. {((KeyOutcome.Refused)outcome).Why}");
                return ExitCodes.Error;
        }
    }
}
