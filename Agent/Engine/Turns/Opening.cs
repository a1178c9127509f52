using IwTune.Agent.Engine.History;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Engine.Turns;

/// <summary>The journal entry of a turn, and its dead-man timer: both are on the disk before the first step.</summary>
/// <param name="Transaction">What the steps belong to.</param>
/// <param name="CannotArm">
/// Why the timer could not be armed, as sentences; <see langword="null"/> when it was, or none was asked for.
/// </param>
internal sealed record Opening(Transaction Transaction, string? CannotArm)
{
    /// <summary>Opens the turn that takes this plan.</summary>
    public static Opening Begin(TurnGround ground, TurnRequest asked, Plan plan)
    {
        // A content that has changed nothing so far gets its dead-man timer with its first change.
        var untouched = plan.Steps.Count > 0 && ground.Confirm.Pending is null && ground.Journal.HeldUntouched;
        var held = asked.Kind is not null || (ground.Holds(asked.Digest) && !untouched);
        var kind = asked.Kind ?? (held ? KindOf(ground, plan) : TransactionKind.Apply);
        var why = kind == TransactionKind.Decide && asked.Why.Length == 0 ? Decided(ground, plan) : asked.Why;
        var transaction = ground.Journal.Begin(kind, asked.Content, asked.Digest, why);
        return new Opening(transaction, held || plan.Steps.Count == 0 ? null : Arm(ground, transaction));
    }

    /// <summary>The outcomes of a turn that could not arm its timer: nothing is changed.</summary>
    public List<StepOutcome> Refused(Plan plan) => [.. plan.Steps.Select(step => new StepOutcome(step, new Outcome.Refused(CannotArm!)))];

    private static string? Arm(TurnGround ground, Transaction transaction)
    {
        if (transaction.Content?.ConfirmSeconds is not { } seconds)
            return null;
        try
        {
            ground.Confirm.Arm(transaction, TimeSpan.FromSeconds(seconds));
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return $"The dead-man timer could not be written: {e.Message} Nothing is changed without it. "
                + $"Free disk space or repair {ground.State.Root}, then try again.";
        }
    }

    private static TransactionKind KindOf(TurnGround ground, Plan plan) =>
        plan.Steps.Count == 0 ? TransactionKind.Repair
        : plan.Steps.All(step => step is Step.Set { Target.Original: not null } && ground.Drift.Resumes(step.Target))
            ? TransactionKind.Resume
        : plan.Steps.All(step => IsDecided(ground, step)) ? TransactionKind.Decide
        : TransactionKind.Repair;

    /// <summary>True when a target is as we set it and only the host's decision is another: the process ended before it was set.</summary>
    private static bool IsDecided(TurnGround ground, Step step) =>
        step is Step.Set { Target.AsLastSet: true } && ground.Decisions.Decides(step.Target.Id);

    private static string Decided(TurnGround ground, Plan plan) =>
        string.Join("; ", plan.Steps.Select(step => ground.Decisions.LastOf(step.Target.Id)).Distinct(StringComparer.Ordinal));
}
