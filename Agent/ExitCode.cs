using IwTune.Agent.Engine;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent;

/// <summary>The exit codes for scripts: the same whether the command or the daemon acted.</summary>
internal static class ExitCode
{
    public const int Fine = 0;
    public const int Error = 1;

    /// <summary>Changes are pending, or the host differs from the policy.</summary>
    public const int Differs = 2;

    /// <summary>This host cannot do it.</summary>
    public const int Unsupported = 3;

    /// <summary>The daemon or the server was not reached, or none of the peers to measure.</summary>
    public const int Unreachable = 4;

    public const int Permission = 5;

    /// <summary>The command line or a policy is wrong; nothing was done. EX_USAGE of sysexits.h.</summary>
    public const int Usage = 64;

    /// <summary>The code for a host that was only read.</summary>
    public static int Of(Plan plan) =>
        plan.Unsupported ? Unsupported
        : plan.Differs ? Differs
        : Fine;

    /// <summary>The code for a host that was read after a turn: a step that was taken is not pending any more.</summary>
    public static int Of(Reconciliation turn)
    {
        var taken = turn
            .Outcomes.Where(done => done.Outcome is Outcome.Applied or Outcome.AlreadyThere)
            .Select(done => done.Step.Target.Id)
            .ToHashSet(StringComparer.Ordinal);
        var left = Of(turn.Plan with { Steps = [.. turn.Plan.Steps.Where(step => !taken.Contains(step.Target.Id))] });
        return left == Fine && !turn.Succeeded ? Differs : left;
    }

    /// <summary>
    /// The code for a requested change. A failed step is an error; what cannot be set was reported before the first step and is none.
    /// </summary>
    public static int Made(Reconciliation turn)
    {
        var failed = turn.Outcomes.Any(done => done.Outcome is Outcome.Failed or Outcome.Refused);
        var refusedOnly = turn.State.Phase == BundlePhase.Failed && turn.Plan.Refusals.Count > 0 && turn.Plan.Steps.Count == 0;
        return failed || (!turn.Succeeded && !refusedOnly) ? Error : Of(turn);
    }
}
