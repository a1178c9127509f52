using System.CommandLine;
using System.Net;
using IwTune.Agent.Cli.Confirming;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Engine;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Verifying;

/// <summary>Reads every required route back and measures fresh connections.</summary>
internal static class VerifyVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Look, "verify", "Read back what a policy requires, and measure fresh connections")
        {
            Details = $"""
                Without FILE, checks the policy of the daemon or the one that was last applied here.
                A fresh connection needs a destination: the server of an enrolled host, or any TCP port named with --peer.
                Exits 2 when a {HostWords.Here.Target} differs from the policy, or a connection did not start with its window;
                3 when nothing of the policy can be set here; 4 when none of the named peers could be measured.
                """,
            Examples =
            [
                ("iwtune verify", "check the applied policy"),
                ("iwtune verify edge.yaml --peer www.example.org:443", "prove it on a connection"),
            ],
        };
        verb.Add(PolicyArgument.Optional);
        verb.Add(PeerOption.Option);
        verb.Add(JsonOption.Option);
        verb.SetAction((parsed, ct) => RunAsync(context, parsed, ct));
        return verb;
    }

    private static async Task<int> RunAsync(CliContext context, ParseResult parsed, CancellationToken ct)
    {
        var file = parsed.GetValue(PolicyArgument.Optional);
        var peers = await PeerOption.ResolveAsync(parsed, ct);
        if (file is null && peers.Count == 0 && RunningDaemon.Ask(parsed, new LocalRequest(LocalVerb.Verify)) is { } reply)
            return Answer(context, parsed, reply.State is { } state ? reply with { Text = Sentence(reply.Exit, state) } : reply);
        return await HereAsync(context, parsed, file, peers, ct);
    }

    private static async Task<int> HereAsync(
        CliContext context,
        ParseResult parsed,
        string? file,
        IReadOnlyList<IPEndPoint> peers,
        CancellationToken ct
    )
    {
        var host = context.Host(parsed.StateOf(), out var settings, peers);
        var state = parsed.StateOf();
        ConfirmNotice.Tell(context, state);
        var journal = JournalView.Of(state, context);
        var content = file is not null ? await PolicyArgument.ReadAsync(file, context, host.Tuner, ct) : journal.Journal.InForce?.Content;
        if (content?.Policy is null)
        {
            await context.Terminal.Error.WriteLineAsync(
                journal.Unseen.Length > 0
                    ? $"{journal.Unseen} {HostWords.Here.UseElevated}, or name a policy: 'iwtune verify FILE'."
                    : $"{(state.Exists ? $"{state.Root} has no policy that is in force here." : state.Missing)} Name a policy: "
                        + "'iwtune verify FILE'."
            );
            return journal.Unseen.Length > 0 ? ExitCode.Permission : ExitCode.Usage;
        }
        var reconciler = Reconciler.Look(state, journal.Journal, host.Tuner, host.Probe, context.Time, settings);
        var seen = await reconciler.VerifyAsync(content, ct);
        var exit =
            ExitCode.Of(seen) is var found and not ExitCode.Fine ? found
            : seen.Evidence.Any(Contradicts) ? ExitCode.Differs
            : ExitCode.Fine;
        var text = Sentence(exit, seen.State);
        if (
            peers.Count > 0
            && seen.Plan.Resolution.Wants.Count > 0
            && !seen.Evidence.Any(one => one is { Method: EvidenceMethod.FreshConnection, Conclusive: true })
        )
        {
            exit = exit == ExitCode.Fine ? ExitCode.Unreachable : exit;
            text += " No connection proves it: nothing could be measured to the peers that were named.";
        }
        if (peers.Count == 0 && exit == ExitCode.Fine && seen.Plan.Resolution.Wants.Count > 0)
            text += $" A TCP port behind a {host.Tuner.Capabilities.Noun}, named with --peer HOST:PORT, proves it on a connection.";
        return Answer(
            context,
            parsed,
            new LocalReply
            {
                Exit = exit,
                Text = text,
                State = seen.State,
                Evidence = seen.Evidence,
            }
        );
    }

    private static string Sentence(int exit, HostState state)
    {
        var none = state.Targets.All(target => target.Wanted is null);
        return exit switch
        {
            _ when state.Policy is null => "No policy is enforced here.",
            ExitCode.Fine or ExitCode.Unsupported when state.Unmatched.Count > 0 && (exit == ExitCode.Fine || none) =>
                $"{state.Policy}: {PlanView.Unmatched(state.Unmatched.Count, none)}",
            ExitCode.Fine => $"{state.Policy}: this host complies with the policy.",
            ExitCode.Unsupported => $"{state.Policy}: this host cannot do it.",
            _ => $"{state.Policy}: this host is not what the policy says.",
        };
    }

    /// <summary>A connection that did not start with its route's window: something else decides, such as a BPF program.</summary>
    private static bool Contradicts(Evidence seen) =>
        seen is { Conclusive: true, InitialCwnd: { } got, ConfiguredCwnd: { } configured } && got != configured;

    private static int Answer(CliContext context, ParseResult parsed, LocalReply reply)
    {
        if (!parsed.WantsJson() || reply.State is null)
        {
            RunningDaemon.Tell(context.Terminal, reply, context.Noun);
            TermsView.Write(context.Terminal, reply.Evidence);
            return reply.Exit;
        }
        context.Terminal.Out.WriteJson(
            new VerifiedHost(reply.Exit == ExitCode.Fine, reply.State, reply.Evidence),
            AgentJson.Shown.VerifiedHost
        );
        return reply.Exit;
    }
}
