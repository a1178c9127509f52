using System.CommandLine;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Dsc;

/// <summary>Makes this host as desired, through the daemon where one runs, and writes the resulting state.</summary>
internal sealed class DscSet(CliContext context)
{
    public async Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        var instance = new DscInstance(context, parsed);
        if (await instance.ReadAsync(needed: true, ct) is not { } desired)
            return ExitCode.Usage;
        var exit = desired is { Exist: true, Content: { } content }
            ? await ApplyAsync(parsed, content, ct)
            : await PutBackAsync(parsed, ct);
        if (exit is not (ExitCode.Fine or ExitCode.Differs))
            return exit;
        var look = await instance.LookAsync(desired, ct);
        instance.Write(look.State(compare: false));
        if (desired.Exist && look.Turn.Plan.OnlyCompares)
            return Audited(look);
        foreach (var refusal in look.Turn.Plan.Refusals)
            DscTrace.Error(context.Terminal, $"{refusal.Want.Target.Id}: not set: {refusal.Reason}");
        return exit;
    }

    private async Task<int> ApplyAsync(ParseResult parsed, BundleContent content, CancellationToken ct)
    {
        if (RunningDaemon.Ask(parsed, new LocalRequest(LocalVerb.Apply, content)) is { } reply)
            return Answered(reply);
        var settings = SettingsFile.Load(parsed.StateOf(), context.Central);
        using var engine = await LocalEngine.OpenAsync(
            context,
            context.Open(new HostOptions { State = parsed.StateOf(), Settings = () => settings.Settings }),
            parsed.StateOf(),
            "dsc set",
            settings.Settings,
            ct
        );
        await engine.RecoverAsync(context, ct);
        if (engine.Reconciler.Hold is { } hold)
            throw new StateUnusableException(LocalStandingText.NotWhile(hold, "applied"));
        try
        {
            var turn = await engine.Reconciler.ReconcileAsync(content, ct);
            // There is no one to confirm: what was read back is confirmed.
            engine.Reconciler.Timer.Confirm("it was read back");
            return Made(turn);
        }
        catch (OperationCanceledException)
        {
            var undone = await engine.Reconciler.Rollbacks.PendingAsync("it was interrupted", CancellationToken.None);
            DscTrace.Error(context.Terminal, undone?.State.Reason ?? "Interrupted; 'iwtune history' shows what was done.");
            return ExitCode.Error;
        }
    }

    private async Task<int> PutBackAsync(ParseResult parsed, CancellationToken ct)
    {
        if (RunningDaemon.Ask(parsed, new LocalRequest(LocalVerb.Rollback) { All = true }) is { } reply)
            return Answered(reply);
        using var engine = await LocalEngine.OpenAsync(
            context,
            context.Host(parsed.StateOf(), out var settings),
            parsed.StateOf(),
            "dsc set",
            settings,
            ct
        );
        return Made(await engine.Reconciler.Rollbacks.AllAsync(ct));
    }

    private int Made(Reconciliation turn)
    {
        foreach (var (step, outcome) in turn.Outcomes.Where(taken => taken.Outcome is Outcome.Failed or Outcome.Refused))
            DscTrace.Error(context.Terminal, $"{step.Target.Id}: {outcome.Detail}");
        if (!turn.Succeeded && turn.State.Reason.Length > 0)
            DscTrace.Error(context.Terminal, turn.State.Reason);
        var exit = ExitCode.Made(turn);
        if (exit == ExitCode.Unsupported)
            Unsupported(turn.State);
        return exit;
    }

    private int Answered(LocalReply reply)
    {
        if (reply.Exit is ExitCode.Fine or ExitCode.Differs)
            DscTrace.Info(context.Terminal, reply.Text);
        else
            DscTrace.Error(context.Terminal, reply.Text);
        if (reply is { Exit: ExitCode.Unsupported, State: { } state })
            Unsupported(state);
        return reply.Exit;
    }

    private void Unsupported(HostState state)
    {
        foreach (
            var why in state.Unmatched.Concat(
                state.Targets.Where(target => target.Reason.Length > 0).Select(target => $"{target.Id}: {target.Reason}")
            )
        )
            DscTrace.Error(context.Terminal, why);
    }

    /// <summary>A policy that only audits is set once it is known here, whatever its result.</summary>
    private int Audited(InstanceLook look)
    {
        if (!look.InDesiredState)
            DscTrace.Warn(
                context.Terminal,
                $"{(look.Turn.Plan.Observing is { } by ? $"This host only observes ({by})" : "The policy only audits (mode: audit)")}: "
                    + "'test' reports what differs. Nothing was changed."
            );
        return ExitCode.Fine;
    }
}
