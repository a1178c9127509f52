using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Control;
using IwTune.Agent.Control.Keys;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.Enrolling;

/// <summary>Enrols this host in a fleet.</summary>
internal static class EnrollVerb
{
    public static Verb Create(CliContext context)
    {
        var url = new Argument<string?>("URL")
        {
            Description = "The server: https://HOST:PORT; may be left out where group policy names it",
            Arity = ArgumentArity.ZeroOrOne,
        };
        var token = new Option<string>("--token")
        {
            Description = "Enrolment token, as 'iwtune-server token create' printed it",
            HelpName = "T",
        };
        var tokenFile = new Option<string>("--token-file")
        {
            Description = "A file whose first line is the token, in place of --token: the list of processes does not show it",
            HelpName = "FILE",
        };
        var pin = new Option<string>("--ca-pin")
        {
            Description = "SHA-256 of the server CA's public key, printed beside the token; required with URL",
            HelpName = "PIN",
        };
        var unless = new Option<bool>("--unless-enrolled")
        {
            Description = "Exit 0 and do nothing when this host is enrolled at that server already",
        };
        var again = new Option<bool>("--again")
        {
            Description = "Enrol again when this host is enrolled already: its windows stay, the old enrolment is deleted",
        };
        var verb = new Verb(VerbGroup.Fleet, "enroll", "Enrol this host in a fleet: from then on 'iwtune run' follows its server")
        {
            Details =
                "The server's CA is fetched and compared with the pin before the token is sent; from then on only that CA is trusted. "
                + "Changes no window. 'iwtune unenroll' leaves again and restores everything.",
            Examples =
            [
                (
                    "iwtune enroll https://iw.example.net:7443 --token iwte_… --ca-pin sha256:…",
                    "the line that 'iwtune-server token create' prints"
                ),
                (
                    "iwtune enroll https://iw.example.net:7443 --token iwte_… --ca-pin sha256:… --again",
                    "a copy of another host, or a host that the server has forgotten, enrols as itself"
                ),
            ],
        };
        verb.Add(url);
        verb.Add(token);
        verb.Add(tokenFile);
        verb.Add(pin);
        verb.Add(unless);
        verb.Add(again);
        verb.Add(JsonOption.Option);
        verb.SetAction(
            (parsed, ct) =>
                RunAsync(
                    context,
                    parsed,
                    FleetOf(context, parsed.GetValue(url), parsed.GetValue(pin)),
                    EnrolmentToken.Of(parsed.GetValue(token), parsed.GetValue(tokenFile)),
                    parsed.GetValue(unless),
                    parsed.GetValue(again),
                    ct
                )
        );
        return verb;
    }

    private static async Task<int> RunAsync(
        CliContext context,
        ParseResult parsed,
        (Uri Server, CaPin Pin) fleet,
        string token,
        bool unless,
        bool again,
        CancellationToken ct
    )
    {
        int Say(int exit, string text) => ChangeJson.Say(context.Terminal, parsed.WantsJson(), exit, text);
        var (server, pin) = fleet;
        var state = StateDirectory.Open(parsed.StateOf().Root);
        if (!again && StoredIdentity.Read(state) is { } member)
        {
            if (unless && member.Server == server)
                return Say(ExitCode.Fine, $"This host is enrolled at {member.Server} as {member.HostId} already; nothing was sent.");
            return Say(
                ExitCode.Error,
                $"This host is already enrolled at {member.Server} as {member.HostId}, since {member.Enrolled:u}. "
                    + "Nothing was sent. Leave first with 'iwtune unenroll', or enrol again with --again and keep the windows as they are."
            );
        }
        TryToWrite(state);
        var keys = HostKeyStore.In(state.Root);
        var (identity, problem) = await new Enrolment(context.Time) { Say = context.Terminal.Error.WriteLine, Keys = keys }.JoinAsync(
            server,
            token,
            pin,
            context.Host().Facts.Read(),
            again ? Former(state) : null,
            ct
        );
        if (identity is null)
            return Say(problem.StartsWith(server.Authority, StringComparison.Ordinal) ? ExitCode.Unreachable : ExitCode.Error, problem);
        IdentityFile.Write(state.Root, identity);
        keys.KeepOnly(identity.Key);
        var labels =
            identity.Labels.Count == 0
                ? ""
                : $", labelled {string.Join(", ", identity.Labels.Select(label => $"{label.Key}={label.Value}"))}";
        var joined = identity.WaitsUntil is { } until
            ? $"Asked to enrol at {identity.Server} as host {identity.HostId}{labels}; an administrator has to approve it until {until:u}. "
                + "Nothing is changed on this host before. 'iwtune status' says how it stands."
            : $"Enrolled at {identity.Server} as host {identity.HostId}{labels}.";
        return Say(ExitCode.Fine, $"{joined}\n{Next(parsed, state)}");
    }

    private static string Next(ParseResult parsed, StateDirectory state) =>
        StateLock.Holder(state) is not { Stays: true } daemon
            ? $"Start following it with '{HostWords.Here.StartDaemon}' or 'iwtune run'. Leave with 'iwtune unenroll'."
        : LocalClient.Ask(parsed.SocketOf(), new LocalRequest(LocalVerb.Status))?.Status is { PolicyFile: { } file } status
        && status.StateDirectory == state.Root
            ? $"The running daemon (pid {daemon.Pid}) enforces {file} and does not follow the server. Start it without --policy to follow "
                + "it."
        : $"The running daemon (pid {daemon.Pid}) follows the server from now on.";

    /// <exception cref="UsageException">Neither the command nor a policy names a server, or it is not written as one.</exception>
    private static (Uri Server, CaPin Pin) FleetOf(CliContext context, string? url, string? pin) =>
        (url, pin) switch
        {
            ({ } server, { } fingerprint) => (ServerAddress.Parse(server), ServerAddress.ParsePin(fingerprint)),
            (null, null) => context.Central() switch
            {
                { Fleet: { } named } => (named.Server, ServerAddress.ParsePin(named.CaPin)),
                { Problems: { Count: > 0 } problems } => throw new UsageException(
                    $"No server is named. {string.Join(" ", problems)} Nothing was sent."
                ),
                _ => throw new UsageException(
                    "No server is named: write iwtune enroll https://HOST:PORT --token T --ca-pin PIN, as 'iwtune-server token create' "
                        + "prints it. Nothing was sent."
                ),
            },
            _ => throw new UsageException(
                "URL and --ca-pin go together: one says where the server is, the other how it proves itself. Nothing was sent."
            ),
        };

    /// <summary>A damaged one proves nothing; enrolling anew repairs it.</summary>
    private static Identity? Former(StateDirectory state)
    {
        try
        {
            return StoredIdentity.Read(state);
        }
        catch (StateUnusableException)
        {
            return null;
        }
    }

    /// <summary>A token may be used up by an enrolment whose secret could then not be stored; this is checked before.</summary>
    private static void TryToWrite(StateDirectory state)
    {
        var probe = state.File("enroll.probe");
        try
        {
            DurableFile.Replace(probe, "probe"u8);
            DurableFile.Remove(probe);
        }
        catch (UnauthorizedAccessException e)
        {
            throw new StateUnusableException(
                $"{state.Root} may not be written by this user. Nothing was sent. {HostWords.Here.RunElevated}, or name another with "
                    + "--state.",
                e
            );
        }
        catch (IOException e)
        {
            throw new StateUnusableException($"{state.Root} cannot be written: {e.Message} Nothing was sent.", e);
        }
    }
}
