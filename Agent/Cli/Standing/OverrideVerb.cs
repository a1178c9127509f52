using System.CommandLine;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Cli.Standing;

/// <summary>Gives routes windows that no policy changes.</summary>
internal static class OverrideVerb
{
    private static readonly Argument<string?> Target = new("TARGET")
    {
        Arity = ArgumentArity.ZeroOrOne,
        Description = $"A {HostWords.Here.Target} as 'iwtune show' names it, its prefix, or 'default'",
    };
    private static readonly Option<bool> All = new("--all")
    {
        Description = $"Every {HostWords.Here.Target} that a policy sets; without a policy the default {HostWords.Here.Target}s",
    };
    private static readonly Option<bool> Clear = new("--clear") { Description = "Let the policy decide again; without TARGET everywhere" };
    private static readonly Option<int?> Cwnd = Segments("--initcwnd", "Initial congestion window, segments");
    private static readonly Option<int?> Rwnd = Segments("--initrwnd", "Initial receive window, segments");

    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Change, "override", $"Give {HostWords.Here.Target}s a window that no policy changes")
        {
            Details = $"""
                The {HostWords.Here.Target} is set at once and kept. The policy's own window is shown beside it, and the server shows the
                host as Excepted, with the reason. Only the limits in this host's limits.yaml apply. 'iwtune rollback --all' clears
                overrides, too.
                Without a daemon, the policy that was last applied here decides the other {HostWords.Here.Target}s.
                """,
            Examples =
            [
                ("sudo iwtune override default --initcwnd 20 --reason 'load test'", $"the default {HostWords.Here.Target}s"),
                ("sudo iwtune override 10.0.0.0/8 --initcwnd 4", "one prefix"),
                ("sudo iwtune override --clear", "the policy decides again"),
            ],
        };
        verb.Add(Target);
        verb.Add(All);
        verb.Add(Cwnd);
        verb.Add(Rwnd);
        verb.Add(Clear);
        verb.Add(ReasonOption.Option);
        verb.Add(JsonOption.Option);
        verb.SetAction((parsed, ct) => RunAsync(context, parsed, ct));
        return verb;
    }

    private static async Task<int> RunAsync(CliContext context, ParseResult parsed, CancellationToken ct)
    {
        var host = context.Host(parsed.StateOf(), out var settings);
        var asked = await AskedAsync(parsed, host, ct);
        if (RunningDaemon.Ask(parsed, new LocalRequest(LocalVerb.Override) { Override = asked }) is { } reply)
            return RunningDaemon.Tell(context.Terminal, reply, context.Noun, parsed.WantsJson());
        using var engine = await LocalEngine.OpenAsync(context, host, parsed.StateOf(), "override", settings, ct);
        await engine.RecoverAsync(context, ct);
        if (engine.Reconciler.Hold is { } hold)
            throw new StateUnusableException(LocalStandingText.NotWhile(hold, asked.Clear ? "cleared" : "overridden"));
        if (settings.Observing is { } by)
            throw new StateUnusableException(LocalStandingText.NotWhileObserving(by, asked));
        if (await OverrideAsync(context, engine, asked, ct) is not { } turn)
            return ChangeJson.Say(context.Terminal, parsed.WantsJson(), ExitCode.Fine, LocalStandingText.NothingToClear(asked));
        var said = turn.Succeeded
            ? LocalStandingText.Done(asked, turn, engine.Reconciler.Journal.Held?.Content is not null)
            : turn.State.Reason;
        if (parsed.WantsJson())
            return ChangeJson.Write(context.Terminal, ExitCode.Made(turn), said, turn.State, turn.Evidence);
        (turn.Succeeded ? context.Terminal.Out : context.Terminal.Error).WriteLine(said);
        StateView.Write(context.Terminal, turn.State, turn.Evidence, context.Noun);
        return ExitCode.Made(turn);
    }

    /// <returns><see langword="null"/> when there was nothing to clear.</returns>
    private static async ValueTask<Reconciliation?> OverrideAsync(
        CliContext context,
        LocalEngine engine,
        OverrideRequest asked,
        CancellationToken ct
    )
    {
        var before = Overrides.Read(engine.State);
        var after = LocalStandingText.Changed(before, asked, context.Time.GetUtcNow());
        if (asked.Clear && before.SequenceEqual(after))
            return null;
        StandingFiles.Write(engine.State, () => Overrides.Write(engine.State, after));
        if (engine.Reconciler.Journal.Held?.Content is { } content)
            return await engine.Reconciler.OverrideAsync(content, ct);
        return after.Count < before.Count
            ? await engine.Reconciler.Rollbacks.OverridesAsync(
                before.Except(after).Select(gone => gone.Target).ToHashSet(StringComparer.Ordinal),
                ct
            )
            : await engine.Reconciler.OverrideAsync(null, ct);
    }

    private static async ValueTask<OverrideRequest> AskedAsync(ParseResult parsed, HostPorts host, CancellationToken ct)
    {
        var (target, all, clear) = (parsed.GetValue(Target), parsed.GetValue(All), parsed.GetValue(Clear));
        var (cwnd, rwnd) = (parsed.GetValue(Cwnd), parsed.GetValue(Rwnd));
        if (clear && (cwnd ?? rwnd) is not null)
            throw new UsageException("--clear removes an override; leave --initcwnd and --initrwnd out. Nothing was done.");
        if (!clear && (cwnd ?? rwnd) is null)
            throw new UsageException("Name the window: --initcwnd N, --initrwnd N, or both. Nothing was done.");
        if (target is not null && all)
            throw new UsageException("Name a TARGET or --all, not both. Nothing was done.");
        if (target is null && !all && !clear)
            throw new UsageException("Name a TARGET ('iwtune show' lists them), or --all. Nothing was done.");
        var targets = target is null ? [LocalOverride.All] : await MatchAsync(parsed.StateOf(), target, clear, host, ct);
        return new OverrideRequest(targets, cwnd, rwnd, clear, Actor.OfThisProcess(), parsed.ReasonOf());
    }

    private static async ValueTask<IReadOnlyList<string>> MatchAsync(
        StateDirectory state,
        string target,
        bool clear,
        HostPorts host,
        CancellationToken ct
    )
    {
        if (clear && Overrides.Read(state).Any(one => one.Target == target))
            return [target]; // its route may be gone
        var there = (await host.Tuner.ReadAsync(ct)).Targets;
        var exact = there.Where(one => one.Id == target).ToList();
        var matching =
            exact.Count > 0
                ? exact
                :
                [
                    .. there.Where(one =>
                        one.InMainTable && (one.Destination.ToString() == target || (one.IsDefault && target == "default"))
                    ),
                ];
        return matching.Count > 0
            ? [.. matching.Select(one => one.Id)]
            : throw new UsageException(
                $"No {host.Tuner.Capabilities.Noun} of this host is '{target}'. 'iwtune show' lists them; write an id in quotes, a "
                    + "prefix, or 'default'. Nothing was done."
            );
    }

    private static Option<int?> Segments(string name, string description)
    {
        var option = new Option<int?>(name) { HelpName = "N", Description = description };
        option.Validators.Add(result =>
        {
            if (result.GetValueOrDefault<int?>() is < Window.Min or > Window.Max)
                result.AddError($"{name}: write a number of segments, {Window.Min} to {Window.Max}.");
        });
        return option;
    }
}
