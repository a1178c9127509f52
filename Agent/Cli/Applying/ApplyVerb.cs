using System.CommandLine;
using IwTune.Agent.Cli.Confirming;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Applying;

/// <summary>Makes this host what a policy says.</summary>
internal static class ApplyVerb
{
    private static readonly Option<TimeSpan?> Confirm = DurationOption.Create(
        "--confirm",
        "Restore everything unless the change is confirmed within this time",
        "2m",
        TimeSpan.FromSeconds(1),
        TimeSpan.FromHours(24)
    );

    private static readonly Option<bool> DryRun = new("--dry-run") { Description = "Only show what would change, as 'iwtune plan' does" };

    /// <summary>For the verbs that are short forms of this one.</summary>
    public static void AddOptions(Verb verb)
    {
        verb.Add(Confirm);
        verb.Add(DryRun);
        verb.Add(PeerOption.Option);
        verb.Add(JsonOption.Option);
    }

    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Change, "apply", "Apply a policy to this host, read it back, and show how to undo it")
        {
            Details = $"""
                The before-image of every {HostWords.Here.Target} is written to the state directory before the {HostWords.Here.Target} is
                changed.
                With --confirm the command waits. To keep the change, press Enter, or run 'iwtune confirm' in another terminal. When the
                time is over, on Ctrl+C, or when the terminal is closed, everything is restored.
                A running daemon makes the change itself, and keeps it.
                Exits as 'plan' would afterwards: 0, 2 or 3; 1 when a step failed.
                With --dry-run it is 'plan': the same output and exit codes, and nothing is changed.
                """,
            Examples =
            [
                ("iwtune apply edge.yaml --dry-run", "only show it"),
                ("sudo iwtune apply edge.yaml", "do it"),
                ("sudo iwtune apply edge.yaml --confirm 2m", "when the change might cut your connection"),
                ("sudo iwtune apply edge.yaml --json | jq .state.phase", "for programs"),
                ("sudo iwtune rollback", "undo it"),
            ],
        };
        verb.Add(PolicyArgument.Required);
        AddOptions(verb);
        verb.SetAction((parsed, ct) => RunAsync(context, parsed, AskedPolicy.Of(parsed.GetRequiredValue(PolicyArgument.Required)), ct));
        return verb;
    }

    /// <summary>Makes this host what the policy says, or only shows what that would change.</summary>
    public static Task<int> RunAsync(CliContext context, ParseResult parsed, AskedPolicy policy, CancellationToken ct) =>
        parsed.GetValue(DryRun) ? PlanVerb.RunAsync(context, parsed, policy, ct) : ChangeAsync(context, parsed, policy, ct);

    private static async Task<int> ChangeAsync(CliContext context, ParseResult parsed, AskedPolicy policy, CancellationToken ct)
    {
        var peers = await PeerOption.ResolveAsync(parsed, ct);
        var settings = SettingsFile.Load(parsed.StateOf(), context.Central);
        var host = context.Open(
            new HostOptions
            {
                State = parsed.StateOf(),
                Settings = () => settings.Settings,
                Peers = () => peers,
            }
        );
        var wait = parsed.GetValue(Confirm);
        var content = await policy.ReadAsync(context, host.Tuner, ct);
        if (wait is { } time)
            content = content with { ConfirmSeconds = (int)time.TotalSeconds };
        if (RunningDaemon.Ask(parsed, new LocalRequest(LocalVerb.Apply, content)) is { } reply)
            return RunningDaemon.Tell(context.Terminal, reply, context.Noun, parsed.WantsJson());

        using var engine = await LocalEngine.OpenAsync(context, host, parsed.StateOf(), "apply", settings.Settings, ct);
        await engine.RecoverAsync(context, ct);
        if (engine.Reconciler.Hold is { } hold)
            throw new StateUnusableException(LocalStandingText.NotWhile(hold, "applied"));
        if (content.ConfirmSeconds is not null)
            context.Watch?.Invoke(engine.State);
        var progress = new StepProgress(context.Terminal, context.Noun, context.Time);
        var json = parsed.WantsJson();
        Reconciliation turn;
        try
        {
            turn = await progress.OfAsync(engine.Reconciler, () => engine.Reconciler.ReconcileAsync(content, ct));
        }
        catch (OperationCanceledException)
        {
            return engine.Reconciler.Pending is not null
                ? await ConfirmWait.PutBackAsync(context, engine.Reconciler, "it was interrupted")
                : ChangeJson.Say(
                    context.Terminal,
                    json,
                    ExitCode.Error,
                    progress.Interrupted("changed", $"The same command goes on. {UndoIt}")
                );
        }
        if (!json)
            Tell(context.Terminal, turn, context.Noun);
        if (wait is not null && turn.Pending is not null)
        {
            // The answer is written once the change is known to stay; messages meanwhile must not come before it.
            var waiting = json ? context with { Terminal = context.Terminal with { Out = context.Terminal.Error } } : context;
            var kept = await ConfirmWait.RunAsync(waiting, engine.Reconciler, ExitCode.Made(turn), ct);
            return json && kept == ExitCode.Made(turn) ? Write(context.Terminal, turn) : kept;
        }
        engine.Reconciler.Timer.Confirm("it was read back");
        if (json)
            return Write(context.Terminal, turn);
        Undo(context.Terminal, turn);
        return ExitCode.Made(turn);
    }

    private const string UndoIt = "'iwtune rollback' undoes it.";

    private static int Write(Terminal terminal, Reconciliation turn) =>
        ChangeJson.Write(terminal, ExitCode.Made(turn), turn.State.Reason, turn.State, turn.Evidence);

    private static void Tell(Terminal terminal, Reconciliation turn, string noun)
    {
        var plan = turn.Plan;
        var set = turn.Outcomes.Count(taken => taken.Outcome is Ports.Outcome.Applied);
        var name = plan.Resolution.Content.Policy;
        var refused = plan.Refusals.Count + turn.Outcomes.Count(taken => taken.Outcome is Ports.Outcome.Refused);
        var rest = refused == 0 ? "" : $" {Counted.Of(refused, noun)} cannot be set; the reasons are below.";
        if (plan.OnlyCompares)
        {
            PlanView.Write(terminal, plan);
            terminal.Say(PlanView.Summary(plan, "", noun), hanging: 0);
            return;
        }
        if (turn.State.Phase == BundlePhase.Failed)
            terminal.Error.WriteLine($"{name}: {ReasonsBelow.Of(turn.State.Reason, turn.State)}");
        else if (plan.Unsupported)
            terminal.Error.WriteLine($"{name}: nothing was changed. {PlanView.Unmatched(plan)}");
        else if (set == 0)
            terminal.Out.WriteLine($"{name}: nothing to change.{rest}");
        else
            terminal.Out.WriteLine($"{name}: {Counted.Of(set, noun)} changed and read back.{rest}");
        StateView.Write(terminal, turn.State, turn.Evidence, noun);
    }

    private static void Undo(Terminal terminal, Reconciliation turn)
    {
        if (turn.State.Phase == BundlePhase.Failed || !turn.Outcomes.Any(taken => taken.Outcome is Ports.Outcome.Applied))
            return;
        terminal.Out.WriteLine(UndoIt);
        if (turn.Outcomes.All(taken => taken.Step.Target.Noun != Ports.Target.Route))
            terminal.Say("Windows keeps it so, over restarts too. 'iwtune run' would notice changes.");
        else if (
            turn
                .Outcomes.Where(taken => taken.Outcome is Ports.Outcome.Applied)
                .All(taken => taken.Step.Target.Strategy.Kind == Ports.StrategyKind.Native)
        )
            terminal.Say("The routes' owner keeps it in its own configuration, over reboots too. 'iwtune run' would notice changes.");
        else
            terminal.Say("Nothing maintains it: a reboot or the route's owner may undo it. 'iwtune run' would keep it.");
    }
}
